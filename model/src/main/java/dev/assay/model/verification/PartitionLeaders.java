package dev.assay.model.verification;

import dev.assay.model.spec.EffectiveConfig;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds how many partitions each server led before a fault, by the names that the system has for its servers.
 *
 * @param led partitions by server, each at least 1
 */
public record PartitionLeaders(Map<String, Integer> led) {
    private static final String TOPIC = "topic";
    private static final String READ = "leaders (";
    private static final Pattern SERVER = Pattern.compile("([^{}=, ]+)=([1-9][0-9]{0,8})");

    public PartitionLeaders {
        if (led.isEmpty()) {
            throw new IllegalArgumentException("expected servers that lead, but there are none");
        }
        led = Collections.unmodifiableMap(new TreeMap<>(led));
    }

    /** Reads the leaders from the settings of the topics; empty where the system does not tell. */
    public static Optional<PartitionLeaders> of(EffectiveConfig config) {
        return config.groups().getOrDefault(TOPIC, Map.of()).entrySet().stream()
                .filter(setting -> setting.getKey().startsWith(READ))
                .findFirst()
                .flatMap(setting -> parse(setting.getValue()));
    }

    static Optional<PartitionLeaders> parse(String text) {
        Map<String, Integer> led = new TreeMap<>();
        Matcher server = SERVER.matcher(text);
        while (server.find()) {
            led.put(server.group(1), Integer.parseInt(server.group(2)));
        }
        return led.isEmpty() ? Optional.empty() : Optional.of(new PartitionLeaders(led));
    }

    /** Returns the fraction of all partitions, from 0 to 1, that these nodes led: 1 / n where n nodes lead as many each. */
    double fractionOf(List<String> nodes) {
        int all = led.values().stream().mapToInt(Integer::intValue).sum();
        int theirs = led.entrySet().stream()
                .filter(server -> nodes.stream().anyMatch(node -> isOf(node, server.getKey())))
                .mapToInt(Map.Entry::getValue)
                .sum();
        return theirs / (double) all;
    }

    /** Tells whether both names are of the same server: servers may know each other by number, or with their address in the name. */
    private static boolean isOf(String node, String server) {
        return node.equals(server) || node.endsWith("-" + server) || server.startsWith(node + "@");
    }

    @Override
    public String toString() {
        return led.toString();
    }
}
