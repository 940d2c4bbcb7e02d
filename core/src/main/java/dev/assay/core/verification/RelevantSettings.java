package dev.assay.core.verification;

import dev.assay.core.scenario.KafkaSpec;
import dev.assay.core.scenario.PulsarSpec.Quorums;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The settings of a scenario that may bear on what a system keeps. Whatever is not known to be beside the point counts: a
 * verification that is left out does less harm than one of something else.
 *
 * @param byPath scenario path to value
 */
record RelevantSettings(Map<String, String> byPath) {
    /**
     * Addresses, memory, and how the system is read; versions are compared on their own. Not the deployment: how the servers
     * of others are set, no verification on local ones can know.
     */
    private static final Set<String> BESIDE = Set.of(
            "version",
            "client-version",
            "stream-client-version",
            "heap",
            "bookie-heap",
            "memory",
            "bootstrap.servers",
            "service.url",
            "admin.url",
            "uri",
            "stream.uri",
            "tenant",
            "subscription-type",
            "acknowledgement",
            "prefetch");

    /** Those of one system among all keys of a trial or verification. */
    static RelevantSettings of(String system, Map<String, String> resolved) {
        String own = "systems." + system + ".";
        String passed = "settings." + system + ".";
        TreeMap<String, String> deciding = new TreeMap<>();
        resolved.forEach((path, value) -> {
            boolean ofSystem = path.startsWith(own) && !BESIDE.contains(path.substring(own.length()));
            if (ofSystem || (path.startsWith(passed) && kept(path.substring(passed.length())))) {
                deciding.put(path, value);
            }
        });
        nameCopies(deciding);
        return new RelevantSettings(deciding);
    }

    /** A number of copies that is left to Assay, as 0, is the same as that number written out. */
    private static void nameCopies(Map<String, String> deciding) {
        count(deciding, "systems.kafka.nodes")
                .ifPresent(nodes -> deciding.replace(
                        "systems.kafka.replication", "0", Integer.toString(KafkaSpec.replicationOn(nodes))));
        Optional<Integer> bookies = count(deciding, "systems.pulsar.bookies");
        Optional<Integer> ensemble = count(deciding, "systems.pulsar.ensemble");
        Optional<Integer> write = count(deciding, "systems.pulsar.write-quorum");
        if (bookies.isPresent() && ensemble.isPresent() && write.isPresent()) {
            Quorums meant = new Quorums(ensemble.get(), write.get(), 0).on(bookies.get());
            deciding.put("systems.pulsar.ensemble", Integer.toString(meant.ensemble()));
            deciding.put("systems.pulsar.write-quorum", Integer.toString(meant.write()));
        }
    }

    /** A number as this version writes them; what a file has that another version wrote is compared as it stands. */
    private static Optional<Integer> count(Map<String, String> deciding, String path) {
        return Optional.ofNullable(deciding.get(path))
                .filter(text -> text.matches("[0-9]{1,3}"))
                .map(Integer::valueOf);
    }

    /** What clients have in common and what consumers do changes nothing of what is stored. */
    private static boolean kept(String passed) {
        return passed.startsWith("producer.") || passed.startsWith("topic.") || passed.startsWith("broker.");
    }
}
