import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds the libraries of a bill of materials against the vulnerabilities that osv.dev knows. To be run by {@code bin/vulnerabilities},
 * with Jackson on the class path.
 *
 * <pre>java bin/Vulnerabilities.java BOM ACCEPTED [URL]</pre>
 *
 * Prints a line for each that is known and not accepted. Exits with 0 when there is none, with 1 when there is one, an accepted one is
 * known no more, or the bill names no library; with 3 when no sensible answer came.
 */
final class Vulnerabilities {
    private static final String SERVICE = "https://api.osv.dev/v1/querybatch";
    private static final String OURS = "pkg:maven/dev.assay/";
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final JsonMapper JSON = new JsonMapper();

    private Vulnerabilities() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.exit(look(
                Path.of(arguments[0]),
                Path.of(arguments[1]),
                URI.create(arguments.length > 2 ? arguments[2] : SERVICE)));
    }

    private static int look(Path bom, Path accepted, URI service) throws IOException, InterruptedException {
        List<String> libraries = libraries(bom);
        if (libraries.isEmpty()) {
            System.err.println(bom + " names no library: is it a list of CycloneDX, as -Prelease makes it?");
            return 1;
        }
        Map<String, Set<String>> known;
        try {
            known = known(libraries, ask(libraries, service));
        } catch (IOException | JacksonException e) {
            System.err.println("no answer about vulnerabilities from " + service.getHost() + ": " + e);
            return 3;
        }
        Set<String> excused = accepted(accepted);
        int found = 0;
        for (Map.Entry<String, Set<String>> one : known.entrySet()) {
            if (!excused.remove(one.getKey())) {
                found++;
                System.out.println(one.getKey() + " " + String.join(" ", one.getValue()) + " https://osv.dev/vulnerability/" + one.getKey());
            }
        }
        for (String gone : excused) {
            System.out.println(gone + " is accepted, but known of nothing here any more: remove it from " + accepted);
        }
        System.out.println(found + " vulnerabilities known of " + libraries.size() + " libraries");
        return found == 0 && excused.isEmpty() ? 0 : 1;
    }

    /** Package URLs without qualifiers, such as {@code pkg:maven/org.example/net@1.0}; not those of our own modules. */
    private static List<String> libraries(Path bom) throws IOException {
        Set<String> urls = new TreeSet<>();
        for (JsonNode component : JSON.readTree(Files.readAllBytes(bom)).path("components")) {
            String url = component.path("purl").asString("").split("\\?", 2)[0];
            if (url.startsWith("pkg:maven/") && !url.startsWith(OURS)) {
                urls.add(url);
            }
        }
        return List.copyOf(urls);
    }

    private static JsonNode ask(List<String> libraries, URI service) throws IOException, InterruptedException {
        ObjectNode question = JSON.createObjectNode();
        ArrayNode queries = question.putArray("queries");
        libraries.forEach(url -> queries.addObject().putObject("package").put("purl", url));
        HttpRequest request = HttpRequest.newBuilder(service)
                .timeout(LIMIT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(question)))
                .build();
        try (HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build()) {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("it answered " + answer.statusCode() + ": " + answer.body());
            }
            return JSON.readTree(answer.body());
        }
    }

    /** Identifiers to the libraries that have them. The answers are in the order of the questions; see google.github.io/osv.dev. */
    private static Map<String, Set<String>> known(List<String> libraries, JsonNode answer) throws IOException {
        List<JsonNode> results = new ArrayList<>();
        answer.path("results").forEach(results::add);
        if (results.size() != libraries.size()) {
            throw new IOException(results.size() + " answers to " + libraries.size() + " questions");
        }
        Map<String, Set<String>> known = new TreeMap<>();
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i).has("next_page_token")) {
                throw new IOException("there are more vulnerabilities of " + libraries.get(i) + " than it tells at once");
            }
            for (JsonNode one : results.get(i).path("vulns")) {
                known.computeIfAbsent(one.path("id").asString(), id -> new TreeSet<>()).add(libraries.get(i));
            }
        }
        return known;
    }

    private static Set<String> accepted(Path file) throws IOException {
        Set<String> identifiers = new TreeSet<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                identifiers.add(line.split(" ", 2)[0]);
            }
        }
        return identifiers;
    }
}
