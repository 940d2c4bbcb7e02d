package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.KeyPath;
import java.util.Locale;
import java.util.Set;

/** Reads drivers of the OpenMessaging Benchmark for NATS JetStream. */
final class NatsForeignReader implements ForeignReader {
    private static final Set<String> KEYS =
            Set.of("driverClass", "natsHostUrl", "replicationFactor", "storageType", "maxBytes");

    @Override
    public String system() {
        return "nats";
    }

    @Override
    public boolean readsDriver(String driverClass) {
        return driverClass.endsWith(".NatsBenchmarkDriver");
    }

    /** Servers sync every two minutes unless they are set up otherwise, which is not in the driver's file. */
    @Override
    public PossibleLevels levels(ForeignDriver driver) {
        long copies = WholeNumber.of(driver.text("replicationFactor", "1")).orElse(1);
        boolean file = !driver.text("storageType", "File").equalsIgnoreCase("Memory");
        String why = "%d %s in %s, and servers with the default sync_interval"
                .formatted(copies, copies == 1 ? "copy" : "copies", file ? "files" : "memory");
        if (!file) {
            return PossibleLevels.of(why, DurabilityLevel.LEVEL_4);
        }
        return copies >= 3
                ? PossibleLevels.of(why, DurabilityLevel.LEVEL_2, DurabilityLevel.LEVEL_1)
                : PossibleLevels.of(why, DurabilityLevel.LEVEL_4, DurabilityLevel.LEVEL_3);
    }

    @Override
    public void read(ForeignDriver driver, DurabilityLevel level, boolean existing, ImportDraft draft) {
        draft.ensure(path("systems", "nats"));
        ForeignKey named = driver.find("driverClass");
        if (named != null) {
            draft.hold(named, "systems.nats");
        }
        ForeignKey url = driver.find("natsHostUrl");
        if (url != null) {
            readUrl(url, existing, draft);
        }
        ForeignKey replication = driver.find("replicationFactor");
        if (replication != null) {
            readReplication(replication, existing, draft);
        } else {
            draft.assume(system("replication"), "1", "replicationFactor is not given: the server's default");
        }
        ForeignKey storage = driver.find("storageType");
        if (storage != null) {
            draft.map(storage, system("storage"), storage.value().strip().toLowerCase(Locale.ROOT));
        }
        ForeignKey maxBytes = driver.find("maxBytes");
        if (maxBytes != null && maxBytes.value().strip().equals("-1")) {
            draft.hold(maxBytes, "streams are not limited");
        } else if (maxBytes != null) {
            draft.map(
                    maxBytes,
                    path("settings", "nats", "topic", "max_bytes"),
                    maxBytes.value().strip());
        }
        draft.assume("the benchmark's driver has a stream for each topic, whatever the number of partitions, and push"
                + " consumers; here each partition is a stream, read by pull consumers");
        driver.refuseOthers(KEYS, draft);
    }

    private static KeyPath system(String key) {
        return path("systems", "nats", key);
    }

    private static void readUrl(ForeignKey url, boolean existing, ImportDraft draft) {
        if (!existing) {
            draft.differ(url, "Assay starts a cluster here; --existing measures the one at this address");
            return;
        }
        String text = url.value().strip();
        draft.map(url, system("url"), text.contains("://") ? text : "nats://" + text);
        draft.assume(system("deployment"), "existing", "--existing");
    }

    private static void readReplication(ForeignKey key, boolean existing, ImportDraft draft) {
        long copies = WholeNumber.of(key.value()).orElse(0);
        if (copies != 1 && copies != 3 && copies != 5) {
            draft.obstruct(key, "streams have 1, 3 or 5 copies");
            return;
        }
        draft.map(key, system("replication"), Long.toString(copies));
        if (copies > 3 && !existing) {
            draft.assume(system("nodes"), Long.toString(copies), "one for each copy");
        }
    }
}
