package dev.assay.systems.pulsar.driver;

import dev.assay.core.scenario.text.NearestNames;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which vendor settings can't be taken, and why. */
final class PulsarSettingRules {
    private static final String OWN_CLIENT =
            "each producer and consumer has a client of its own with one thread of each kind";
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("serviceUrl", "say where the cluster is with systems.pulsar.service.url"),
            Map.entry("topicName", "topics are named by Assay"),
            Map.entry("topicNames", "topics are named by Assay"),
            Map.entry("topicsPattern", "topics are named by Assay"),
            Map.entry("subscriptionName", "subscriptions are named by Assay"),
            Map.entry("subscriptionType", "say it with systems.pulsar.subscription-type"),
            Map.entry("producerName", "the cluster assigns names, so that producers can be told apart"),
            Map.entry("consumerName", "each consumer has a name of its own"),
            Map.entry("numListenerThreads", OWN_CLIENT),
            Map.entry("startPaused", "consumers are paused by Assay"),
            Map.entry("enableTransaction", "the driver sends no transactions"),
            Map.entry("deadLetterPolicy", "what goes to another topic would be counted as lost"),
            Map.entry("retryEnable", "what goes to another topic would be counted as lost"),
            Map.entry("readCompacted", "what is compacted away would be counted as lost"));

    private PulsarSettingRules() {}

    /** All problems of a group's settings, each a sentence; empty when there is none. */
    static List<String> problems(PulsarSettingGroup group, Map<String, String> settings) {
        return new TreeMap<>(settings)
                .entrySet().stream()
                        .map(entry -> problem(group, entry.getKey(), entry.getValue()))
                        .filter(Objects::nonNull)
                        .toList();
    }

    private static @Nullable String problem(PulsarSettingGroup group, String name, String value) {
        String path = group.path() + "." + name;
        String refused = REFUSED.get(name);
        if (refused != null) {
            return path + " can't be set: " + refused;
        }
        if (!group.names().contains(name)) {
            return unknown(group, name);
        }
        if (name.equals("subscriptionInitialPosition") && !value.equals("Earliest")) {
            return path + " must be Earliest, but is " + value
                    + ": messages sent before a consumer is there would be skipped and counted as lost";
        }
        if (name.equals("authPluginClassName") && !value.startsWith("org.apache.pulsar.")) {
            return path + " names the class " + value
                    + ": a worker loads only the classes of the Pulsar client itself (org.apache.pulsar)";
        }
        return null;
    }

    private static String unknown(PulsarSettingGroup group, String name) {
        List<String> near = NearestNames.of(name, group.names());
        Set<String> homes = new LinkedHashSet<>();
        for (PulsarSettingGroup other : PulsarSettingGroup.values()) {
            if (other.names().contains(name)) {
                homes.add(other.path());
            }
        }
        String advice = "see the vendor's documentation for the names";
        if (!homes.isEmpty()) {
            advice = "it belongs under " + String.join(" or ", homes);
        } else if (!near.isEmpty()) {
            advice = "did you mean " + String.join(" or ", near) + "?";
        }
        return group.path() + "." + name + " is no " + group + " setting that this Pulsar client knows; " + advice;
    }
}
