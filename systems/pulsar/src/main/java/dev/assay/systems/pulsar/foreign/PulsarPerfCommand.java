package dev.assay.systems.pulsar.foreign;

import static dev.assay.model.foreign.ImportDraft.path;
import static dev.assay.systems.pulsar.foreign.PulsarOmbDriver.consumer;
import static dev.assay.systems.pulsar.foreign.PulsarOmbDriver.producer;
import static dev.assay.systems.pulsar.foreign.PulsarOmbDriver.system;

import dev.assay.model.foreign.ForeignKey;
import dev.assay.model.foreign.ImportDraft;
import dev.assay.model.foreign.MeasuredTime;
import dev.assay.model.foreign.OfferedRate;
import dev.assay.model.foreign.OptionTable;
import dev.assay.model.foreign.PossibleLevels;
import dev.assay.model.foreign.WholeNumber;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.DurationText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A command line of {@code pulsar-perf produce} or {@code pulsar-perf consume}; the two make one scenario. */
final class PulsarPerfCommand {
    private static final String PROGRAM = "(.*/)?pulsar-perf";
    private static final OptionTable OPTIONS = new OptionTable("""
            -r --rate N
            -s --size N
            -n --num-producers N
            -t --num-topic --num-topics N
            -np --partitions N
            -o --max-outstanding N
            -p --max-outstanding-across-partitions N
            -m --num-messages N
            -z --compression C
            -f --payload-file F
            -e --payload-delimiter D
            -b --batch-time-window N
            -db --disable-batching
            -bm --batch-max-messages N
            -bb --batch-max-bytes N
            -time --test-duration N
            --warmup-time N
            -u --service-url U
            -au --admin-url U
            -threads --num-test-threads N
            -i --stats-interval-seconds N
            -mk --message-key-generation-mode K
            --auth_plugin --auth-plugin C
            --auth-params P
            -txn --txn-enable
            --histogram-file F
            """);
    private static final OptionTable CONSUMER_OPTIONS = new OptionTable("""
            -n --num-consumers N
            -ns --num-subscriptions N
            -t --num-topic --num-topics N
            -s --subscriber-name S
            -ss --subscriptions S
            -st --subscription-type T
            -sp --subscription-position P
            -r --rate N
            -q --receiver-queue-size N
            -p --receiver-queue-size-across-partitions N
            -m --num-messages N
            -time --test-duration N
            --acks-delay-millis N
            -u --service-url U
            -i --stats-interval-seconds N
            --auth_plugin --auth-plugin C
            --auth-params P
            -txn --txn-enable
            --histogram-file F
            """);

    private final boolean existing;
    private final ImportDraft draft;

    PulsarPerfCommand(boolean existing, ImportDraft draft) {
        this.existing = existing;
        this.draft = draft;
    }

    static boolean isCalled(List<String> words) {
        return words.stream().anyMatch(word -> word.matches(PROGRAM));
    }

    PossibleLevels read(List<String> words) {
        int program = 0;
        while (!words.get(program).matches(PROGRAM)) {
            program++;
        }
        List<String> rest = words.subList(program + 1, words.size());
        String command = rest.isEmpty() ? "" : rest.getFirst();
        List<String> options = rest.isEmpty() ? rest : rest.subList(1, rest.size());
        draft.ensure(path("systems", "pulsar"));
        switch (command) {
            case "produce" -> readProducers(OPTIONS.read("pulsar-perf produce", options));
            case "consume" -> readConsumers(CONSUMER_OPTIONS.read("pulsar-perf consume", options));
            default ->
                draft.obstruct(
                        ForeignKey.of("pulsar-perf", 0, command, ""),
                        "expected 'pulsar-perf produce' or 'pulsar-perf consume'");
        }
        return PulsarForeignReader.levels(true, "a namespace with the cluster's defaults, ackQuorum=2");
    }

    private void readProducers(List<ForeignKey> options) {
        Map<String, ForeignKey> byName = new HashMap<>();
        options.forEach(option -> byName.put(option.name(), option));
        ForeignKey given = byName.get("--rate");
        double rate =
                given == null ? 100 : (double) WholeNumber.of(given.value()).orElse(100);
        if (given == null) {
            draft.assume(path("workload", "rate"), OfferedRate.text(rate), "-r is not given: the tool's default");
        } else {
            OfferedRate.write(given, rate, draft);
        }
        for (ForeignKey option : options) {
            readProducerOption(option, rate);
        }
        if (!byName.containsKey("--size")) {
            draft.assume(path("workload", "message", "size"), "1 KiB", "-s is not given: the tool's default");
        }
        unlessGiven(byName, "--batch-time-window", "batchingMaxPublishDelayMicros", "1000");
        unlessGiven(byName, "--batch-max-bytes", "batchingMaxBytes", "4194304");
        unlessGiven(byName, "--batch-max-messages", "batchingMaxMessages", "1000");
        draft.assume(
                path("workload", "in-flight"), "client", "the tool limits what its client does: --max-outstanding");
        draft.assume("the tool sends the same capital letters in each message; here bodies are random bytes");
        MeasuredTime.finish(draft);
    }

    private void unlessGiven(Map<String, ForeignKey> options, String option, String setting, String value) {
        if (!options.containsKey(option)) {
            draft.assume(producer(setting), value, option + " is not given: the tool's default");
        }
    }

    private void readProducerOption(ForeignKey option, double rate) {
        String value = option.value();
        switch (option.name()) {
            case "--rate" -> {
                // Read already.
            }
            case "--size" -> number(option, path("workload", "message", "size"), 1, " B");
            case "--num-producers" -> number(option, path("workload", "producers"), 1, "");
            case "--num-topics" -> number(option, path("workload", "topics"), 1, "");
            case "--partitions" -> number(option, path("workload", "partitions"), 1, "");
            case "--max-outstanding" -> number(option, producer("maxPendingMessages"), 1, "");
            case "--max-outstanding-across-partitions" ->
                number(option, producer("maxPendingMessagesAcrossPartitions"), 1, "");
            case "--num-messages" ->
                MeasuredTime.writeCount(option, (double) WholeNumber.of(value).orElse(0), rate, draft);
            case "--test-duration" -> readDuration(option);
            case "--warmup-time" -> draft.differ(option, "the warm-up lasts until the trial is steady");
            case "--compression" -> draft.map(option, producer("compressionType"), value);
            case "--payload-file" ->
                draft.differ(
                        option,
                        path("workload", "message", "payload", "file"),
                        value,
                        "each line is one body, in turn and not at random, after Assay's header of 40 B; the path is relative to the scenario");
            case "--payload-delimiter" -> draft.refuse(option, "bodies are lines");
            case "--batch-time-window" -> readDelay(option);
            case "--disable-batching" -> draft.map(option, producer("batchingEnabled"), "false");
            case "--batch-max-messages" -> number(option, producer("batchingMaxMessages"), 1, "");
            case "--batch-max-bytes" -> number(option, producer("batchingMaxBytes"), 1, "");
            case "--message-key-generation-mode" ->
                draft.differ(
                        option,
                        path("workload", "message", "keys"),
                        value.toLowerCase(Locale.ROOT).contains("random") ? "random" : "sequence",
                        "10 keys for each partition, at least 1000");
            case "--num-test-threads" -> draft.refuse(option, "each producer has a thread of its own");
            default -> readCommonOption(option);
        }
    }

    private void readConsumers(List<ForeignKey> options) {
        draft.assume("consumers start before the first message, at the oldest");
        boolean typed = options.stream().anyMatch(option -> option.name().equals("--subscription-type"));
        for (ForeignKey option : options) {
            readConsumerOption(option);
        }
        if (!typed) {
            draft.assume(system("subscription-type"), "exclusive", "-st is not given: the tool's default");
        }
        KeyPath subscriptions = path("workload", "subscriptions");
        if (draft.value(subscriptions) == null) {
            draft.assume(subscriptions, "1", "-ns is not given: the tool's default");
        }
    }

    private void readConsumerOption(ForeignKey option) {
        switch (option.name()) {
            case "--num-consumers" -> number(option, path("workload", "consumers"), 1, "");
            case "--num-subscriptions" -> number(option, path("workload", "subscriptions"), 1, "");
            case "--num-topics" -> number(option, path("workload", "topics"), 1, "");
            case "--subscription-type" ->
                draft.map(
                        option,
                        system("subscription-type"),
                        option.value().toLowerCase(Locale.ROOT).replace('_', '-'));
            case "--receiver-queue-size" -> number(option, consumer("receiverQueueSize"), 1, "");
            case "--receiver-queue-size-across-partitions" ->
                number(option, consumer("maxTotalReceiverQueueSizeAcrossPartitions"), 1, "");
            case "--acks-delay-millis" -> number(option, consumer("acknowledgementsGroupTimeMicros"), 1000, "");
            case "--subscriber-name", "--subscriptions" -> draft.differ(option, "subscriptions are named by Assay");
            case "--subscription-position" -> draft.differ(option, "a subscription gets every message of its topic");
            case "--rate" -> draft.refuse(option, "consumers take what comes; workload.groups has a processing time");
            case "--num-messages", "--test-duration" ->
                draft.differ(option, "consumers read until all messages have arrived");
            default -> readCommonOption(option);
        }
    }

    private void readCommonOption(ForeignKey option) {
        switch (option.name()) {
            case "--service-url" -> readPlace(option, "service.url");
            case "--admin-url" -> readPlace(option, "admin.url");
            case "--auth-plugin" -> readLogin(option, "authPluginClassName");
            case "--auth-params" -> readLogin(option.withheld(), "authParams");
            case "--stats-interval-seconds", "--histogram-file" ->
                draft.refuse(option, "everything is recorded each second");
            case "--txn-enable" -> draft.obstruct(option, "Assay's driver does not use transactions");
            default -> {
                if (option.name().startsWith("-")) {
                    draft.refuse(option, "no option that Assay knows");
                } else {
                    draft.differ(option, "topics are named by Assay");
                }
            }
        }
    }

    private void readPlace(ForeignKey option, String key) {
        if (existing) {
            draft.map(option, system(key), option.value());
            draft.assume(system("deployment"), "existing", "--existing");
        } else {
            draft.differ(option, "Assay starts a cluster here; --existing measures the one at this address");
        }
    }

    private void readLogin(ForeignKey option, String setting) {
        if (existing) {
            draft.map(option, path("settings", "pulsar", "client", setting), option.value());
        } else {
            draft.refuse(option, "a cluster that Assay starts needs no login; --existing keeps it");
        }
    }

    private void readDelay(ForeignKey option) {
        if (!option.value().matches("\\d{1,9}(\\.\\d{1,9})?")) {
            draft.refuse(option, "expected a number of milliseconds");
            return;
        }
        BigDecimal micros = new BigDecimal(option.value()).movePointRight(3);
        draft.map(option, producer("batchingMaxPublishDelayMicros"), Long.toString(micros.longValue()));
    }

    private void readDuration(ForeignKey option) {
        long seconds = WholeNumber.of(option.value()).orElse(0);
        if (seconds > 0) {
            MeasuredTime.write(option, Duration.ofSeconds(seconds), draft);
        } else {
            draft.differ(
                    option,
                    path("timing", "measure"),
                    DurationText.format(Duration.ofMinutes(1)),
                    "the tool never ends; here it is 1 min");
        }
    }

    /** Writes a number, in other units or with one. */
    private void number(ForeignKey option, KeyPath key, long factor, String unit) {
        long number = WholeNumber.of(option.value()).orElse(-1);
        if (number < 0) {
            draft.obstruct(option, "expected a whole number");
        } else {
            draft.map(option, key, unit.isEmpty() ? Long.toString(factor * number) : new ByteSize(number).toString());
        }
    }
}
