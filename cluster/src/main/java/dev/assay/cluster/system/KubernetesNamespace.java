package dev.assay.cluster.system;

import dev.assay.cluster.DeploymentException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

public interface KubernetesNamespace {
    String name();

    /** Returns whether clients are pods of the same cluster, and reach addresses that only its pods reach. */
    boolean inside();

    /**
     * Returns all fields of a resource of an operator, in whichever version the cluster prefers.
     *
     * @param plural such as {@code widgets}
     * @return values by paths such as {@code status.listeners.0.name}
     * @throws DeploymentException when there is no such resource, or it may not be read
     */
    Map<String, String> resource(String group, String plural, String name);

    /**
     * Returns the items of a list in {@link #resource}, each with its fields.
     *
     * @param list such as {@code status.listeners}
     */
    static List<Map<String, String>> items(Map<String, String> fields, String list) {
        List<Map<String, String>> items = new ArrayList<>();
        Map<String, String> item = below(list + ".0.", fields);
        while (!item.isEmpty()) {
            items.add(item);
            item = below(list + "." + items.size() + ".", fields);
        }
        return items;
    }

    private static Map<String, String> below(String prefix, Map<String, String> fields) {
        Map<String, String> below = new TreeMap<>();
        fields.forEach((path, value) -> {
            if (path.startsWith(prefix)) {
                below.put(path.substring(prefix.length()), value);
            }
        });
        return below;
    }

    /**
     * @param keys that it needs to have
     * @throws DeploymentException when there is no such Secret, it may not be read, or it lacks one of them
     */
    Map<String, String> secret(String name, String... keys);

    /**
     * Returns a Service as clients reach it.
     *
     * @param chosen by the scenario; empty for the usual one
     * @throws DeploymentException when there is no such Service, it may not be read, or clients can't reach it and it was not chosen
     */
    FoundService service(String chosen, String usual);

    /** Returns the user of a Secret as URLs have one, such as {@code user:password@}. */
    default String login(String secret) {
        Map<String, String> values = secret(secret, "username", "password");
        return encoded(values.getOrDefault("username", "")) + ":" + encoded(values.getOrDefault("password", "")) + "@";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** @param ports by their names */
    record FoundService(String name, String host, Map<String, Integer> ports) {
        public FoundService {
            ports = Map.copyOf(ports);
        }

        /**
         * Returns the URL of a port; empty where the Service has no such port.
         *
         * @param login empty, or {@code user:password@}
         */
        public Optional<String> url(String port, String scheme, String login) {
            return Optional.ofNullable(ports.get(port)).map(number -> scheme + "://" + login + host + ":" + number);
        }

        /** Describes the error of a Service that has none of the ports. */
        public DeploymentException without(String wanted) {
            return DeploymentException.input(
                    "the Service '%s' has no port called %s; its ports: %s"
                            .formatted(
                                    name,
                                    wanted,
                                    String.join(
                                            ", ",
                                            ports.keySet().stream().sorted().toList())),
                    null);
        }
    }
}
