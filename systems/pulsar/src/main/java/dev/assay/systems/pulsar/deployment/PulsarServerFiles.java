package dev.assay.systems.pulsar.deployment;

import dev.assay.cluster.system.ServerFile;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.systems.pulsar.PulsarDurability;
import dev.assay.systems.pulsar.PulsarSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the settings with which others run brokers and bookies for a trial, which are those of Assay's own clusters. */
final class PulsarServerFiles {
    private static final String BOOKIE = "bookie.";

    /** The prefix of settings that the image's own files lack; those in them the chart sets by their names. */
    private static final String ANY = "PULSAR_PREFIX_";

    private final PulsarSpec spec;
    private final Map<String, String> broker = new TreeMap<>();
    private final Map<String, String> bookie = new TreeMap<>();

    PulsarServerFiles(PulsarSpec spec, DurabilityLevel durability, Map<String, String> chosen) {
        this.spec = spec;
        broker.put("managedLedgerNewEntriesCheckDelayInMillis", "0");
        broker.put("bookkeeperNumberOfChannelsPerBookie", "64");
        broker.put("allowAutoTopicCreation", "false");
        boolean sync = PulsarDurability.journalSyncData(durability);
        bookie.put("journalSyncData", Boolean.toString(sync));
        if (!sync) {
            bookie.put("journalPageCacheFlushIntervalMSec", "1000");
        }
        chosen.forEach((name, value) -> {
            if (name.startsWith(BOOKIE)) {
                bookie.put(name.substring(BOOKIE.length()), value);
            } else {
                broker.put(name, value);
            }
        });
    }

    List<ServerFile> files() {
        List<String> ofBookies = new ArrayList<>(List.of(
                "Of each of %d bookies, beside what places it; all else is the distribution's."
                        .formatted(spec.bookies()),
                "PULSAR_MEM=\"" + memory(spec.bookieHeap().bytes()) + "\""));
        spec.disks().wanted().ifPresent(disks -> ofBookies.add("journalDirectories, ledgerDirectories: on " + disks));
        return List.of(
                ServerFile.ofLines(
                        "broker.conf",
                        List.of(
                                "Of each of %d brokers, beside what places it; all else is the distribution's."
                                        .formatted(spec.brokers()),
                                "PULSAR_MEM=\"" + memory(spec.heap().bytes()) + "\""),
                        broker),
                ServerFile.ofLines("bookkeeper.conf", ofBookies, bookie),
                new ServerFile("values.yaml", values()));
    }

    private String values() {
        return "# For Pulsar's Helm chart: helm upgrade … --values this file\n"
                + "broker:\n  configData:\n"
                + ServerFile.asYaml("    ", forChart(broker, spec.heap().bytes()))
                + "bookkeeper:\n  configData:\n"
                + ServerFile.asYaml("    ", forChart(bookie, spec.bookieHeap().bytes()));
    }

    private static Map<String, String> forChart(Map<String, String> settings, long heapBytes) {
        Map<String, String> values = new TreeMap<>();
        settings.forEach((name, value) -> values.put(ANY + name, value));
        values.put("PULSAR_MEM", memory(heapBytes));
        return values;
    }

    /** Formats the options of memory as Assay gives them to its own JVMs. */
    private static String memory(long heapBytes) {
        long mebibytes = heapBytes >> 20;
        return "-Xms%dm -Xmx%dm -XX:MaxDirectMemorySize=%dm".formatted(mebibytes, mebibytes, 2 * mebibytes);
    }
}
