package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.message.MessageHeader;
import dev.assay.model.spec.BodyPlan;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.unit.ByteSize;
import dev.assay.scenario.PlainYaml;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what a workload of the OpenMessaging Benchmark says of its messages: sizes, bodies and keys. */
final class OmbMessages {
    private static final KeyPath SIZE = path("workload", "message", "size");
    private static final KeyPath PAYLOAD = path("workload", "message", "payload");
    private static final KeyPath KEYS = path("workload", "message", "keys");
    private static final String DISTRIBUTION = "messageSizeDistribution";

    /** Equals the number of different keys in the benchmark. */
    private static final String KEY_COUNT = "10000";

    /** Bounds the sum of the weights of a scenario's sizes. */
    private static final int WEIGHTS = 1000;

    private static final Pattern BUCKET = Pattern.compile(
            "\\s*(\\d{1,9})\\s*(B|KB|MB)?\\s*-\\s*(\\d{1,9})\\s*(B|KB|MB)?\\s*", Pattern.CASE_INSENSITIVE);

    private final OmbWorkload workload;
    private final ImportDraft draft;

    OmbMessages(OmbWorkload workload, ImportDraft draft) {
        this.workload = workload;
        this.draft = draft;
    }

    void read() {
        boolean distributed =
                workload.has(DISTRIBUTION) && !workload.entries(DISTRIBUTION).isEmpty();
        if (distributed) {
            readDistribution();
        }
        readSize(distributed);
        readPayload(distributed);
        readKeys();
    }

    private void readSize(boolean distributed) {
        if (!workload.has("messageSize")) {
            if (!distributed) {
                draft.assume(SIZE, "1 KiB", "messageSize is not given");
            }
            return;
        }
        ForeignKey key = workload.key("messageSize");
        if (distributed) {
            draft.hold(key, "overruled by " + DISTRIBUTION);
            return;
        }
        List<String> sizes = workload.numbers("messageSize").stream()
                .map(bytes -> new ByteSize(bytes).toString())
                .toList();
        if (!sizes.isEmpty()) {
            draft.map(key, SIZE, sizes.size() == 1 ? sizes.getFirst() : sizes);
        }
    }

    /** Reads ranges of sizes; the benchmark has one body for each, of the size in its middle. */
    private void readDistribution() {
        ForeignKey key = workload.key(DISTRIBUTION);
        Map<Long, Long> weights = new TreeMap<>();
        boolean raised = false;
        for (Map.Entry<String, PlainYaml> bucket :
                workload.entries(DISTRIBUTION).entrySet()) {
            Matcher range = BUCKET.matcher(bucket.getKey());
            OptionalLong weight = OmbWorkload.read(bucket.getValue()).whole();
            if (!range.matches() || weight.isEmpty() || weight.getAsLong() < 0) {
                draft.obstruct(
                        key,
                        "expected ranges of sizes with weights like \"256-1024\": 456, but found '" + bucket.getKey()
                                + "'");
                return;
            }
            long middle = (bytes(range.group(1), range.group(2)) + bytes(range.group(3), range.group(4))) / 2;
            raised |= middle < MessageHeader.BYTES;
            if (weight.getAsLong() > 0) {
                weights.merge(Math.max(MessageHeader.BYTES, middle), weight.getAsLong(), Long::sum);
            }
        }
        if (weights.isEmpty()) {
            draft.obstruct(key, "no size has a weight");
            return;
        }
        long total = weights.values().stream().mapToLong(Long::longValue).sum();
        Map<KeyPath, String> written = new LinkedHashMap<>();
        fitted(weights)
                .forEach((size, weight) -> written.put(SIZE.to(new ByteSize(size).toString()), Long.toString(weight)));
        draft.differ(
                key,
                written,
                "the middle of each range, as there; in turn and not at random"
                        + (total > WEIGHTS ? "; weights are rounded to thousandths" : "")
                        + (raised ? "; at least 40 B, which is Assay's header" : ""));
    }

    private static long bytes(String number, @Nullable String unit) {
        String kind = unit == null ? "B" : unit.toUpperCase(Locale.ROOT);
        long factor = switch (kind) {
            case "KB" -> 1 << 10;
            case "MB" -> 1 << 20;
            default -> 1;
        };
        return factor * Long.parseLong(number);
    }

    /** Returns weights that add up to at most what a scenario takes; none becomes 0. */
    private static Map<Long, Long> fitted(Map<Long, Long> weights) {
        long total = weights.values().stream().mapToLong(Long::longValue).sum();
        if (total <= WEIGHTS) {
            return weights;
        }
        Map<Long, Long> fitted = new TreeMap<>();
        weights.forEach((size, weight) -> fitted.put(size, Math.max(1, Math.round((double) WEIGHTS * weight / total))));
        long over = fitted.values().stream().mapToLong(Long::longValue).sum() - WEIGHTS;
        while (over > 0) {
            long most = fitted.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
            fitted.merge(most, -1L, Long::sum);
            over--;
        }
        return fitted;
    }

    private void readPayload(boolean distributed) {
        boolean randomized = workload.truth("useRandomizedPayloads");
        ForeignKey ratio = workload.key("randomBytesRatio");
        ForeignKey pool = workload.key("randomizedPayloadPoolSize");
        boolean hasRatio = workload.has("randomBytesRatio");
        boolean hasPool = workload.has("randomizedPayloadPoolSize");
        if (workload.has("useRandomizedPayloads")) {
            draft.hold(
                    workload.key("useRandomizedPayloads"),
                    randomized ? "workload.message.payload" : "bodies are not made");
        }
        if (!randomized) {
            String unused = "it has an effect only with useRandomizedPayloads: true";
            if (hasRatio) {
                draft.hold(ratio, unused);
            }
            if (hasPool) {
                draft.hold(pool, unused);
            }
            readPayloadFile();
            return;
        }
        if (workload.has("payloadFile")) {
            draft.hold(workload.key("payloadFile"), "overruled by useRandomizedPayloads");
        }
        Optional<BigDecimal> fraction = hasRatio ? ratio.read().number() : Optional.of(BigDecimal.ZERO);
        if (fraction.isEmpty() || fraction.get().signum() < 0 || fraction.get().compareTo(BigDecimal.ONE) > 0) {
            draft.obstruct(ratio, "expected a fraction between 0 and 1");
            return;
        }
        String share = fraction.get()
                .setScale(9, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
        if (hasRatio) {
            draft.differ(ratio, PAYLOAD.to("random"), share, "of what follows Assay's header of 40 B");
        } else {
            draft.assume(PAYLOAD.to("random"), share, "randomBytesRatio is not given: the benchmark's default");
        }
        readPool(hasPool, pool, distributed);
    }

    private void readPool(boolean hasPool, ForeignKey pool, boolean distributed) {
        long bodies = hasPool ? pool.read().whole().orElse(0) : 0;
        if (distributed) {
            if (hasPool) {
                draft.differ(
                        pool,
                        "where sizes differ, there are a few bodies of each size; there it is one for each range");
            }
            return;
        }
        if (bodies < 1) {
            draft.assume("the number of different bodies is not given; here they fill 2 MiB of each producer");
            return;
        }
        long size = Math.max(1, sizeBytes());
        long fits = BodyPlan.LARGEST_BYTES / size;
        if (bodies <= fits || fits < 1) {
            draft.map(pool, PAYLOAD.to("pool"), Long.toString(bodies), "in turn; there at random");
        } else {
            draft.differ(
                    pool,
                    PAYLOAD.to("pool"),
                    Long.toString(fits),
                    "as many as workers have memory for; in turn, there at random");
        }
    }

    private long sizeBytes() {
        Object written = draft.value(SIZE);
        List<?> sizes = written instanceof List<?> list ? list : written == null ? List.of("0") : List.of(written);
        return sizes.stream()
                .mapToLong(size -> ByteSize.parse(size.toString()).bytes())
                .max()
                .orElse(0);
    }

    private void readPayloadFile() {
        String same = "the benchmark sends the same bytes of a file in each message, which compress well in batches;"
                + " here bodies differ, and are random";
        if (workload.has("payloadFile") && !workload.key("payloadFile").value().isEmpty()) {
            draft.differ(workload.key("payloadFile"), PAYLOAD, "random", same);
        } else {
            draft.assume(
                    PAYLOAD, "random", "no payloadFile is given, without which the benchmark's own load can't begin");
        }
    }

    private void readKeys() {
        if (!workload.has("keyDistributor")) {
            return;
        }
        ForeignKey key = workload.key("keyDistributor");
        if (key.read().isNothing()) {
            draft.differ(
                    key,
                    KEYS,
                    "none",
                    "nothing is set, with which the benchmark's load can't begin; left out, it has none");
            return;
        }
        switch (key.value().strip()) {
            case "NO_KEY" -> draft.map(key, KEYS, "none");
            case "KEY_ROUND_ROBIN" -> draft.map(key, keys("sequence"), "");
            case "RANDOM_NANO" ->
                draft.differ(key, keys("random"), "equally likely, from the seed; there by the nanoseconds of a clock");
            default -> draft.differ(key, KEYS, "none", "the benchmark takes a word that it does not know for NO_KEY");
        }
    }

    private static Map<KeyPath, String> keys(String kind) {
        Map<KeyPath, String> keys = new LinkedHashMap<>();
        keys.put(KEYS.to("kind"), kind);
        keys.put(KEYS.to("count"), KEY_COUNT);
        return keys;
    }

    /** Returns the mean size of a draft, in bytes. */
    static double meanBytes(ImportDraft draft) {
        double bytes = 0;
        double weights = 0;
        for (Map.Entry<KeyPath, Object> value : draft.values().entrySet()) {
            if (!SIZE.leadsTo(value.getKey())) {
                continue;
            }
            if (value.getKey().equals(SIZE)) {
                return value.getValue() instanceof String text
                        ? (double) ByteSize.parse(text).bytes()
                        : 0;
            }
            double weight = Double.parseDouble(value.getValue().toString());
            bytes += weight
                    * (double)
                            ByteSize.parse(value.getKey().segments().getLast()).bytes();
            weights += weight;
        }
        return weights == 0 ? 0 : bytes / weights;
    }
}
