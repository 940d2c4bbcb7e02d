package dev.assay.systems.kafka.foreign;

import static dev.assay.model.foreign.ImportDraft.path;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.foreign.ForeignKey;
import dev.assay.model.foreign.ImportDraft;
import dev.assay.model.foreign.MeasuredTime;
import dev.assay.model.foreign.OfferedRate;
import dev.assay.model.foreign.OptionTable;
import dev.assay.model.foreign.PossibleLevels;
import dev.assay.model.foreign.WholeNumber;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A command line of kafka-producer-perf-test: one producer, one topic, no consumer. */
final class KafkaPerfTest {
    private static final Pattern PROGRAM = Pattern.compile(
            "(.*/)?kafka-producer-perf-test(\\.sh|\\.bat)?|org\\.apache\\.kafka\\.tools\\.ProducerPerformance");
    private static final String NAME = "kafka-producer-perf-test";
    private static final OptionTable OPTIONS = new OptionTable("""
            --topic T
            --num-records N
            --record-size N
            --payload-file F
            --payload-delimiter D
            --payload-monotonic
            --throughput N
            --producer-props P...
            --command-property P
            --producer.config F
            --command-config F
            --bootstrap-server S
            --print-metrics
            --transactional-id T
            --transaction-duration-ms N
            --warmup-records N
            --reporting-interval N
            """);

    private final ImportDraft draft;
    private final boolean existing;

    KafkaPerfTest(ImportDraft draft, boolean existing) {
        this.draft = draft;
        this.existing = existing;
    }

    static boolean isCalled(List<String> words) {
        return words.stream().anyMatch(word -> PROGRAM.matcher(word).matches());
    }

    PossibleLevels read(List<String> words) {
        int program = 0;
        while (!PROGRAM.matcher(words.get(program)).matches()) {
            program++;
        }
        List<ForeignKey> options = OPTIONS.read(NAME, words.subList(program + 1, words.size()));
        Map<String, ForeignKey> byName = new HashMap<>();
        options.forEach(option -> byName.put(option.name(), option));
        draft.ensure(path("systems", "kafka"));
        readLoad(byName);
        List<ForeignKey> properties = new ArrayList<>();
        for (ForeignKey option : options) {
            readOption(option, properties);
        }
        String acks = properties.stream()
                .filter(property -> property.name().equals("acks"))
                .map(property -> property.value().strip())
                .reduce("all", (earlier, later) -> later);
        PossibleLevels levels = levels(acks);
        KafkaProperties scenario =
                new KafkaProperties(draft, existing, levels.levels().getFirst(), true, 3);
        properties.forEach(scenario::ofProducers);
        scenario.finish();
        draft.assume(path("workload", "in-flight"), "client", "the tool limits nothing itself");
        draft.assume(
                "the tool makes no topic: its partitions and copies are not in the command line; here 1 partition with 3 copies");
        MeasuredTime.finish(draft);
        return levels;
    }

    private static PossibleLevels levels(String acks) {
        String why =
                "acks=" + acks + (KafkaProperties.isAll(acks) ? ", and a topic whose min.insync.replicas is 2" : "");
        return KafkaProperties.isAll(acks)
                ? PossibleLevels.of(why, DurabilityLevel.LEVEL_2, DurabilityLevel.LEVEL_1)
                : PossibleLevels.of(why, DurabilityLevel.LEVEL_4, DurabilityLevel.LEVEL_3);
    }

    /** Rate, number and warm-up go together. */
    private void readLoad(Map<String, ForeignKey> options) {
        ForeignKey throughput = options.get("--throughput");
        ForeignKey records = options.get("--num-records");
        ForeignKey warmup = options.get("--warmup-records");
        double rate = throughput == null ? -1 : number(throughput);
        if (throughput != null) {
            OfferedRate.write(throughput, rate, draft);
        } else {
            OfferedRate.write(ForeignKey.unsaid(NAME), -1, draft);
        }
        long before = warmup == null ? 0 : WholeNumber.of(warmup.value()).orElse(0);
        if (records != null) {
            MeasuredTime.writeCount(
                    records, (double) (WholeNumber.of(records.value()).orElse(0) - before), rate, draft);
        }
        if (warmup != null && OfferedRate.isSearch(rate)) {
            draft.differ(warmup, "a search has warm-ups of its own");
        } else if (warmup != null) {
            Duration length = Duration.ofMillis(Math.round(1000 * (double) before / rate));
            draft.differ(
                    warmup,
                    path("timing", "warmup"),
                    DurationText.format(length),
                    "as long as so many messages take at the rate");
        }
    }

    private static double number(ForeignKey key) {
        return key.value().matches("-?\\d{1,12}(\\.\\d{1,6})?") ? Double.parseDouble(key.value()) : -1;
    }

    private void readOption(ForeignKey option, List<ForeignKey> properties) {
        switch (option.name()) {
            case "--num-records", "--throughput", "--warmup-records" -> {
                // Read already.
            }
            case "--topic" -> draft.differ(option, "topics are made by Assay, new ones for each trial");
            case "--record-size" -> readSize(option);
            case "--payload-file" ->
                draft.differ(
                        option,
                        path("workload", "message", "payload", "file"),
                        option.value(),
                        "each line is one body, in turn and not at random, after Assay's header of 40 B; the path is relative to the scenario");
            case "--payload-delimiter" -> draft.refuse(option, "bodies are lines");
            case "--producer-props", "--command-property" -> readProperty(option, properties);
            case "--bootstrap-server" -> properties.add(ForeignKey.of(NAME, 0, "bootstrap.servers", option.value()));
            case "--producer.config", "--command-config" ->
                draft.refuse(option, "a file that is not read here: give what stands in it with --producer-props");
            case "--print-metrics" -> draft.hold(option, "the client's metrics are always recorded");
            case "--reporting-interval" -> draft.refuse(option, "everything is recorded each second");
            case "--transactional-id", "--transaction-duration-ms" ->
                draft.obstruct(option, "Assay's driver does not use transactions");
            case "--payload-monotonic" -> draft.obstruct(option, "Assay's messages have a header of their own");
            default -> draft.refuse(option, "no option that Assay knows");
        }
    }

    private void readSize(ForeignKey option) {
        long bytes = WholeNumber.of(option.value()).orElse(-1);
        if (bytes < 0) {
            draft.obstruct(option, "expected a number of bytes");
            return;
        }
        draft.map(option, path("workload", "message", "size"), new ByteSize(bytes).toString());
        draft.assume(
                "the tool's bodies are capital letters, which compress to less than two thirds; here they are random bytes");
    }

    private void readProperty(ForeignKey option, List<ForeignKey> properties) {
        int equals = option.value().indexOf('=');
        if (equals < 1) {
            draft.refuse(option, "expected NAME=VALUE");
            return;
        }
        properties.add(ForeignKey.of(
                NAME, 0, option.value().substring(0, equals), option.value().substring(equals + 1)));
    }
}
