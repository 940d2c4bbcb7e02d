package dev.assay.architecture.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where what the build and the program fetch may come from, and what tells that it is the same as ever. */
final class SupplyRules {
    private static final Pattern REPOSITORY = Pattern.compile("<(repositor(y|ies)|pluginRepositor(y|ies))>");
    private static final Pattern WRAPPER_URL = Pattern.compile("(?m)^distributionUrl=https://\\S+$");
    private static final Pattern WRAPPER_SUM = Pattern.compile("(?m)^distributionSha256Sum=[0-9a-f]{64}$");
    private static final Pattern PLACEHOLDER = Pattern.compile("@([^@]+)@");

    private SupplyRules() {}

    /** Everything comes from where Maven looks by itself, or from the mirror in a person's settings. */
    static List<Finding> repositories(TextFile file) {
        List<Finding> findings = new ArrayList<>();
        for (int line = 0;
                file.path().endsWith("pom.xml") && line < file.lines().size();
                line++) {
            if (REPOSITORY.matcher(file.lines().get(line)).find()) {
                findings.add(new Finding(
                        file.path(), line + 1, "a POM adds no repository: whoever runs it could put anything in"));
            }
        }
        return findings;
    }

    /** Maven itself is fetched encrypted, and is the one that was chosen. */
    static List<Finding> wrapper(ProjectTree tree) {
        String path = ".mvn/wrapper/maven-wrapper.properties";
        String text = tree.text(path);
        return WRAPPER_URL.matcher(text).find() && WRAPPER_SUM.matcher(text).find()
                ? List.of()
                : List.of(new Finding(path, 0, "it needs a distributionUrl with https and a distributionSha256Sum"));
    }

    /** The client that a driver takes by default is among those whose digests its system's folder has. */
    static List<Finding> pinnedClients(ProjectTree tree) {
        List<Finding> findings = new ArrayList<>();
        int drivers = 0;
        for (TextFile file : tree.files()) {
            if (file.path().endsWith("/src/main/resources/META-INF/assay/driver.properties")) {
                drivers++;
                String system = file.path().substring(0, file.path().indexOf("/src/"));
                String pins = tree.text(system + "/src/main/resources/META-INF/assay/artifact-digests.txt");
                clients(file, tree.text("pom.xml")).stream()
                        .filter(client ->
                                pins.lines().noneMatch(line -> line.matches("[0-9a-f]{64} " + Pattern.quote(client))))
                        .map(client -> new Finding(
                                file.path(), 0, client + " has no digest in artifact-digests.txt of " + system))
                        .forEach(findings::add);
            }
        }
        if (drivers == 0) {
            findings.add(new Finding("systems", 0, "no driver.properties found: this rule would hold of nothing"));
        }
        return findings;
    }

    private static List<String> clients(TextFile properties, String pom) {
        String version = resolved(value(properties, "client.version"), pom);
        return Arrays.stream(value(properties, "client.coordinates").split(",", -1))
                .filter(client -> !client.isBlank())
                .map(client -> resolved(client.strip(), pom))
                .map(client -> client.split(":", -1).length == 2 ? client + ":" + version : client)
                .toList();
    }

    private static String value(TextFile properties, String key) {
        return properties
                .text()
                .lines()
                .filter(line -> line.startsWith(key + "="))
                .map(line -> line.substring(key.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    private static String resolved(String text, String pom) {
        return PLACEHOLDER.matcher(text).replaceAll(found -> {
            Matcher property = Pattern.compile("<" + Pattern.quote(found.group(1)) + ">([^<]+)<")
                    .matcher(pom);
            return Matcher.quoteReplacement(property.find() ? property.group(1) : found.group());
        });
    }
}
