package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.KeyPath;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads drivers of the OpenMessaging Benchmark for NATS JetStream. */
final class NatsForeignReader implements ForeignReader {
    private static final Pattern TOKEN = Pattern.compile("://([^:/@\\s,]+)@");

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
        long copies = driver.whole("replicationFactor", 1);
        boolean file = !driver.text("storageType", "File").equals("Memory");
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
            readStorage(storage, draft);
        }
        ForeignKey maxBytes = driver.find("maxBytes");
        if (maxBytes != null) {
            readMaxBytes(maxBytes, draft);
        }
        draft.assume("the benchmark's driver has a stream for each topic, whatever the number of partitions, and push"
                + " consumers; here each partition is a stream, read by pull consumers");
        driver.refuseOthers(KEYS, draft);
    }

    private static KeyPath system(String key) {
        return path("systems", "nats", key);
    }

    private static void readUrl(ForeignKey url, boolean existing, ImportDraft draft) {
        String text = url.value().strip();
        String whole = Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .map(server -> server.contains("://") ? server : "nats://" + server)
                .collect(Collectors.joining(","));
        Matcher token = TOKEN.matcher(whole);
        boolean hasToken = token.find();
        if (!existing) {
            draft.differ(
                    hasToken ? url.withheld() : url,
                    "Assay starts a cluster here; --existing measures the one at this address");
            return;
        }
        if (hasToken) {
            // The client takes a user without a password for a token.
            Map<KeyPath, String> both = new LinkedHashMap<>();
            both.put(path("settings", "nats", "client", "io.nats.client.token"), token.group(1));
            both.put(system("url"), token.replaceAll("://"));
            draft.map(
                    url.withheld(),
                    both,
                    "a token is not copied: the scenario names a file for it, whose text is to be what stands before the @");
        } else {
            draft.map(url, system("url"), whole);
        }
        draft.assume(system("deployment"), "existing", "--existing");
    }

    private static void readStorage(ForeignKey key, ImportDraft draft) {
        String value = key.value().strip();
        if (value.equals("File") || value.equals("Memory")) {
            draft.map(key, system("storage"), value.toLowerCase(Locale.ROOT));
        } else {
            draft.obstruct(key, "expected File or Memory, in these letters");
        }
    }

    private static void readMaxBytes(ForeignKey key, ImportDraft draft) {
        OptionalLong bytes = key.read().integer();
        if (bytes.isEmpty()) {
            draft.obstruct(key, OmbWorkload.NO_NUMBER);
        } else if (bytes.getAsLong() == -1) {
            draft.hold(key, "streams are not limited");
        } else {
            draft.map(key, path("settings", "nats", "topic", "max_bytes"), Long.toString(bytes.getAsLong()));
        }
    }

    private static void readReplication(ForeignKey key, boolean existing, ImportDraft draft) {
        long copies = key.read().whole().orElse(0);
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
