package dev.assay.systems.rabbitmq.foreign;

import static dev.assay.model.foreign.ImportDraft.path;
import static dev.assay.systems.rabbitmq.foreign.RabbitMqForeignReader.system;

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
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A command line of RabbitMQ's PerfTest. */
final class PerfTestCommand {
    private static final Pattern PROGRAM = Pattern.compile(
            "(.*/)?(perf-test|perf-test.*\\.jar|rabbitmq-perf-test)|com\\.rabbitmq\\.perf\\.PerfTest|pivotalrabbitmq/perf-test(:.*)?");
    private static final String NAME = "PerfTest";
    private static final OptionTable OPTIONS = new OptionTable("""
            -x --producers N
            -y --consumers N
            -X --producer-channel-count N
            -Y --consumer-channel-count N
            -s --size N
            -r --rate N
            -R --consumer-rate N
            -vr --variable-rate R
            -vs --variable-size S
            -z --time N
            -C --pmessages N
            -D --cmessages N
            -c --confirm N
            -ct --confirm-timeout N
            -q --qos N
            -Q --global-qos N
            -a --autoack
            -A --multi-ack-every N
            -f --flag F...
            -u --queue Q
            -qp --queue-pattern P
            -qpf --queue-pattern-from N
            -qpt --queue-pattern-to N
            -qa --queue-args A
            -qq --quorum-queue
            -sq --stream-queue
            -ad --auto-delete B
            -e --exchange E
            -t --type T
            -k --routing-key K
            -h --uri U
            -H --uris U
            -L --consumer-latency N
            -m --ptxsize N
            -n --ctxsize N
            -M --framemax N
            -b --heartbeat N
            -B --body F
            -i --interval N
            -o --output-file F
            -d --id I
            -ms --use-millis
            -p --predeclared
            """);
    /** What the tool prints, and how. */
    private static final Set<String> OF_OUTPUT = Set.of("--interval", "--output-file", "--id", "--use-millis");

    private static final Pattern VARIABLE = Pattern.compile("(\\d{1,9}):(\\d{1,9})");

    private final boolean existing;
    private final ImportDraft draft;

    PerfTestCommand(boolean existing, ImportDraft draft) {
        this.existing = existing;
        this.draft = draft;
    }

    static boolean isCalled(List<String> words) {
        return words.stream().anyMatch(word -> PROGRAM.matcher(word).matches());
    }

    PossibleLevels read(List<String> words) {
        int last = 0;
        for (int at = 0; at < words.size(); at++) {
            last = PROGRAM.matcher(words.get(at)).matches() ? at : last;
        }
        List<ForeignKey> options = OPTIONS.read(NAME, words.subList(last + 1, words.size()));
        Map<String, ForeignKey> byName = new HashMap<>();
        options.forEach(option -> byName.put(option.name(), option));
        boolean persistent = options.stream()
                .anyMatch(option ->
                        option.name().equals("--flag") && option.value().equals("persistent"));
        draft.ensure(path("systems", "rabbitmq"));
        int producers = (int) number(byName.get("--producers"), 1);
        double rate = readRate(options, producers);
        readConsumers(byName);
        readQueues(byName);
        for (ForeignKey option : options) {
            readOption(option, rate, producers);
        }
        readDefaults(byName, persistent);
        MeasuredTime.finish(draft);
        return RabbitMqForeignReader.levels(queue(options), persistent);
    }

    private static String queue(List<ForeignKey> options) {
        for (ForeignKey option : options) {
            if (option.name().equals("--quorum-queue")) {
                return "quorum";
            }
            if (option.name().equals("--stream-queue")) {
                return "stream";
            }
            Matcher type = Pattern.compile("x-queue-type=(\\w+)").matcher(option.value());
            if (option.name().equals("--queue-args") && type.find()) {
                return type.group(1);
            }
        }
        return "classic";
    }

    private static long number(@Nullable ForeignKey option, long otherwise) {
        return option == null ? otherwise : WholeNumber.of(option.value()).orElse(otherwise);
    }

    /** The tool's rates are those of each producer. Returns the rate of all, 0 where there is none. */
    private double readRate(List<ForeignKey> options, int producers) {
        List<ForeignKey> variable = options.stream()
                .filter(option -> option.name().equals("--variable-rate"))
                .toList();
        if (!variable.isEmpty()) {
            readVariable(variable, producers);
            return 0;
        }
        ForeignKey given = options.stream()
                .filter(option -> option.name().equals("--rate"))
                .findFirst()
                .orElse(null);
        if (given == null) {
            OfferedRate.write(ForeignKey.unsaid(NAME), 0, draft);
            return 0;
        }
        double rate = producers * (double) number(given, 0);
        if (producers > 1 && !OfferedRate.isSearch(rate)) {
            draft.map(
                    given,
                    path("workload", "rate"),
                    OfferedRate.text(rate),
                    "of all " + producers + " producers together");
        } else {
            OfferedRate.write(given, rate, draft);
        }
        return rate;
    }

    private void readVariable(List<ForeignKey> options, int producers) {
        Matcher first = VARIABLE.matcher(options.getFirst().value());
        Matcher second = VARIABLE.matcher(options.getLast().value());
        boolean readable = options.size() == 2 && first.matches() && second.matches();
        if (!readable || Long.parseLong(first.group(1)) == 0) {
            options.forEach(option ->
                    draft.obstruct(option, "only two rates that take turns can be said, the first above 0: as bursts"));
            return;
        }
        long length = Long.parseLong(first.group(2));
        long every = length + Long.parseLong(second.group(2));
        double low = producers * Double.parseDouble(second.group(1));
        String text = "bursts %s for %d s every %d s%s"
                .formatted(
                        OfferedRate.text(producers * Double.parseDouble(first.group(1))),
                        length,
                        every,
                        low > 0 ? " else " + OfferedRate.text(low) : "");
        draft.map(options.getFirst(), path("workload", "rate"), text);
        draft.hold(options.getLast(), "workload.rate: what comes between the bursts");
    }

    private void readConsumers(Map<String, ForeignKey> options) {
        ForeignKey latency = options.get("--consumer-latency");
        ForeignKey consumers = options.get("--consumers");
        if (consumers != null && number(consumers, 1) == 0) {
            draft.map(consumers, path("workload", "subscriptions"), "0");
        } else if (latency == null) {
            if (consumers != null) {
                draft.map(consumers, path("workload", "consumers"), Long.toString(number(consumers, 1)));
            }
            draft.assume(path("workload", "subscriptions"), "1", "all consumers share the queues");
        } else {
            KeyPath tail = path("workload", "groups", "tail");
            if (consumers != null) {
                draft.map(consumers, tail.to("consumers"), Long.toString(number(consumers, 1)));
            }
            Duration each = Duration.ofNanos(1000 * number(latency, 0));
            draft.map(latency, tail.to("processing"), DurationText.format(each));
        }
    }

    private void readQueues(Map<String, ForeignKey> options) {
        KeyPath partitions = path("workload", "partitions");
        ForeignKey names = options.get("--queue");
        ForeignKey to = options.get("--queue-pattern-to");
        if (to != null) {
            long count = number(to, 1) - number(options.get("--queue-pattern-from"), 1) + 1;
            draft.differ(
                    to,
                    partitions,
                    Long.toString(count),
                    "the tool gives each producer one of the queues; here each sends to all of them in turn");
        } else if (names != null && names.items().size() > 1) {
            draft.differ(
                    names,
                    partitions,
                    Integer.toString(names.items().size()),
                    "queues are named by Assay; each producer sends to all of them in turn");
        } else if (names != null) {
            draft.differ(names, "queues are named by Assay");
        }
    }

    private void readOption(ForeignKey option, double rate, int producers) {
        String value = option.value();
        if (OF_OUTPUT.contains(option.name())) {
            draft.refuse(option, "everything is recorded each second, and reported");
            return;
        }
        switch (option.name()) {
            case "--rate", "--variable-rate", "--consumers", "--consumer-latency", "--queue", "--queue-pattern-to" -> {
                // Read already.
            }
            case "--time" -> MeasuredTime.write(option, Duration.ofSeconds(Math.max(1, number(option, 1))), draft);
            case "--pmessages" -> MeasuredTime.writeCount(option, number(option, 0) * (double) producers, rate, draft);
            case "--producers" -> draft.map(option, path("workload", "producers"), Long.toString(number(option, 1)));
            case "--size" -> readSize(option);
            case "--confirm" -> draft.map(option, path("workload", "in-flight"), Long.toString(number(option, 1)));
            case "--qos" -> readPrefetch(option);
            case "--autoack" -> draft.map(option, system("acknowledgement"), "automatic");
            case "--flag" -> readFlag(option);
            case "--queue-args" -> readArguments(option);
            case "--quorum-queue" -> draft.map(option, system("queue"), "quorum");
            case "--stream-queue" ->
                draft.differ(
                        option, system("queue"), "stream", "Assay speaks the stream protocol, and not AMQP, to it");
            case "--exchange", "--routing-key", "--auto-delete", "--predeclared" ->
                draft.differ(option, "exchanges, queues and bindings are Assay's own, and deleted after each trial");
            case "--queue-pattern", "--queue-pattern-from" -> draft.hold(option, "workload.partitions");
            case "--type" -> readExchange(option, value);
            case "--uri", "--uris" -> RabbitMqForeignReader.readPlace(option, existing, draft);
            case "--framemax" ->
                draft.map(option, path("settings", "rabbitmq", "client", "connection.frame.max"), value);
            case "--heartbeat" ->
                draft.map(option, path("settings", "rabbitmq", "client", "connection.heartbeat"), value);
            case "--producer-channel-count", "--consumer-channel-count" ->
                draft.refuse(
                        option,
                        "each producer and consumer has a connection and a channel of its own; set more of them");
            case "--ptxsize", "--ctxsize" -> draft.obstruct(option, "Assay's driver does not use transactions");
            case "--variable-size" ->
                draft.obstruct(option, "sizes do not change over time: message.size takes weights");
            case "--body" ->
                draft.obstruct(option, "bodies are lines of one file: workload.message.payload: { file: bodies.txt }");
            case "--multi-ack-every" ->
                draft.differ(option, "one acknowledgement covers up to a quarter of the prefetch, or 100 ms");
            case "--consumer-rate" -> draft.refuse(option, "workload.groups has a processing time for each message");
            case "--global-qos" -> draft.refuse(option, "each consumer has a channel of its own; use --qos");
            case "--confirm-timeout" -> draft.differ(option, "a message without a confirm after 30 s has failed");
            case "--cmessages" -> draft.differ(option, "consumers read until all messages have arrived");
            default -> draft.refuse(option, "no option that Assay knows");
        }
    }

    private void readSize(ForeignKey option) {
        long bytes = number(option, 0);
        KeyPath size = path("workload", "message", "size");
        if (bytes < 40) {
            draft.differ(option, size, "40 B", "Assay's header of 40 B is in each message; the tool's has 12 B");
        } else {
            draft.map(option, size, new ByteSize(bytes).toString());
        }
    }

    private void readPrefetch(ForeignKey option) {
        if (number(option, 0) == 0) {
            draft.differ(
                    option, system("prefetch"), "65535", "there is no limit in the tool; here this is the highest");
        } else {
            draft.map(option, system("prefetch"), Long.toString(number(option, 0)));
        }
    }

    private void readFlag(ForeignKey option) {
        switch (option.value()) {
            case "persistent" -> draft.map(option, system("persistent"), "true");
            case "mandatory" -> draft.hold(option, "all messages are");
            default -> draft.refuse(option, "no flag that Assay knows");
        }
    }

    private void readArguments(ForeignKey option) {
        for (String argument : option.items()) {
            int equals = argument.indexOf('=');
            ForeignKey key = ForeignKey.of(
                    NAME,
                    0,
                    "--queue-args " + (equals < 0 ? argument : argument.substring(0, equals)),
                    equals < 0 ? "" : argument.substring(equals + 1));
            String name = key.name().substring("--queue-args ".length());
            if (name.equals("x-queue-type")) {
                draft.map(key, system("queue"), key.value());
            } else {
                draft.map(key, path("settings", "rabbitmq", "topic", name), key.value());
            }
        }
    }

    private void readExchange(ForeignKey option, String value) {
        if (value.equals("direct") || value.equals("topic")) {
            draft.map(option, system("exchange"), value);
        } else {
            draft.differ(option, system("exchange"), "direct", "a " + value + " exchange is not supported");
        }
    }

    private void readDefaults(Map<String, ForeignKey> options, boolean persistent) {
        if (!options.containsKey("--size")) {
            draft.assume(
                    path("workload", "message", "size"),
                    "40 B",
                    "-s is not given: the tool's messages have 12 B, Assay's at least 40 B");
        }
        if (draft.value(system("queue")) == null) {
            draft.assume(system("queue"), "classic", "the server's default");
        }
        if (!persistent) {
            draft.assume(system("persistent"), "false", "no -f persistent");
        }
        if (!options.containsKey("--qos") && !options.containsKey("--autoack")) {
            draft.assume(
                    system("prefetch"),
                    "65535",
                    "-q is not given: there is no limit in the tool; here this is the highest");
        }
        if (!options.containsKey("--confirm")) {
            draft.assume(
                    "without -c the tool waits for no confirms, so it can't tell what was stored; here each message is"
                            + " confirmed, at most 5000 of a producer are in flight, and that takes time");
        }
    }
}
