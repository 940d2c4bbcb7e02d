package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.PlainYaml;
import dev.assay.scenario.PlainYaml.Items;
import dev.assay.scenario.PlainYaml.Keys;
import dev.assay.scenario.PlainYaml.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads a workload file of the OpenMessaging Benchmark or of one of its forks, key by key, into a part of a scenario. */
final class OmbWorkload {
    /** Lists numbers that the benchmark has as {@code int}; in a set of workloads, lists of them. */
    private static final List<String> INTEGERS = List.of(
            "topics",
            "partitionsPerTopic",
            "messageSize",
            "subscriptionsPerTopic",
            "consumerPerSubscription",
            "producersPerTopic",
            "producerRate",
            "randomizedPayloadPoolSize",
            "testDurationMinutes",
            "warmupDurationMinutes");

    /** Lists all keys that are read, here or in the other classes of a workload. */
    private static final Set<String> KNOWN = Set.of(
            "name",
            "nameFormat",
            "topics",
            "partitionsPerTopic",
            "partitionsPerTopicList",
            "messageSize",
            "messageSizeDistribution",
            "useRandomizedPayloads",
            "randomBytesRatio",
            "randomizedPayloadPoolSize",
            "payloadFile",
            "keyDistributor",
            "subscriptionsPerTopic",
            "consumerPerSubscription",
            "producersPerTopic",
            "producersPerTopicList",
            "producerRate",
            "producerRateList",
            "consumerBacklogSizeGB",
            "backlogDrainRatio",
            "backlogProducerRate",
            "consumerOnly",
            "messageProcessingDelayMs",
            "testDurationMinutes",
            "warmupDurationMinutes",
            "warmupProducerRate",
            "warmupProducerRateSeparationMinutes",
            "randomTopicNames",
            "sampleRateMillis",
            "logIntervalMillis",
            "existingTopicList",
            "existingProduceTopicList",
            "existingConsumeTopicList");

    /** Lists the keys that only workloads have. */
    static final Set<String> MARKS = Set.of("topics", "partitionsPerTopic", "producerRate", "testDurationMinutes");

    static final String NO_NUMBER =
            "expected a whole number, from -2147483648 to 2147483647; the benchmark reads nothing else there";

    private static final KeyPath GROUP = path("workload", "groups", "tail");

    private final String file;
    private final Keys keys;
    private final ImportDraft draft;

    OmbWorkload(String file, Keys keys, ImportDraft draft) {
        this.file = file;
        this.keys = keys;
        this.draft = draft;
    }

    /** Reads the file; the draft notes keys that a scenario can't express. */
    void read() {
        INTEGERS.forEach(this::numbers);
        truth("useRandomizedPayloads");
        hold("name", "the scenario's name");
        refuse("nameFormat", "dimensions are labelled by their keys");
        refuseExistingTopics();
        readCount("topics", path("workload", "topics"));
        readCount("partitionsPerTopic", path("workload", "partitions"), "partitionsPerTopicList");
        new OmbMessages(this, draft).read();
        readCount("producersPerTopic", path("workload", "producers"), "producersPerTopicList");
        readConsumers();
        readRate();
        new OmbTimeline(this, draft).read();
        draft.assume(path("workload", "in-flight"), "client", "the benchmark itself limits nothing");
        differ("randomTopicNames", "topics are named by Assay");
        refuse("sampleRateMillis", "everything is recorded each second");
        refuse("logIntervalMillis", "everything is recorded each second");
        sayOthers();
    }

    /** Refuses all other keys, so that none is dropped without a word. */
    private void sayOthers() {
        Set<String> explained = new HashSet<>();
        draft.keys().forEach(imported -> explained.add(imported.source().name()));
        keys.overwritten()
                .forEach(earlier -> draft.refuse(
                        key(earlier.getKey(), earlier.getValue()),
                        "it is set again further down, which is what holds"));
        for (String name : keys.entries().keySet()) {
            if (!explained.contains(name) && text(value(name)).isBlank()) {
                draft.hold(key(name), "nothing is set");
            } else if (!explained.contains(name) && KNOWN.contains(name)) {
                draft.refuse(key(name), "what it means depends on a key that was refused");
            } else if (!explained.contains(name)) {
                draft.refuse(
                        key(name), "no key that Assay knows; the benchmark passes over keys that it does not know");
            }
        }
    }

    boolean has(String name) {
        return keys.entries().containsKey(name);
    }

    ForeignKey key(String name) {
        PlainYaml value = keys.entries().get(name);
        return value == null ? ForeignKey.unsaid(file) : key(name, value);
    }

    private ForeignKey key(String name, PlainYaml value) {
        return ForeignKey.of(file, value.line(), name, read(value));
    }

    PlainYaml value(String name) {
        return keys.entries().getOrDefault(name, new Text(0, "", true));
    }

    /** Returns a value as a number or a truth value; lists and maps are neither. */
    static ForeignValue read(PlainYaml value) {
        return new ForeignValue(text(value), value instanceof Text text && text.plain());
    }

    static String text(PlainYaml value) {
        return switch (value) {
            case Text text -> text.text();
            case Items list ->
                String.join(", ", list.items().stream().map(OmbWorkload::text).toList());
            case Keys map ->
                String.join(
                        ", ",
                        map.entries().entrySet().stream()
                                .map(entry -> entry.getKey() + ": " + text(entry.getValue()))
                                .toList());
        };
    }

    /** Returns a whole number, 0 where the value is empty; {@code otherwise} where the key is absent, or is none, which is an obstacle. */
    long number(String name, long otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        OptionalLong number = read(value(name)).whole();
        if (number.isEmpty() || value(name) instanceof Items) {
            draft.obstruct(key(name), NO_NUMBER);
            return otherwise;
        }
        return number.getAsLong();
    }

    /** Returns a truth value, false where the key is absent, and where it is none, which is an obstacle. */
    boolean truth(String name) {
        Optional<Boolean> truth = read(value(name)).truth();
        if (truth.isEmpty()) {
            draft.obstruct(
                    key(name),
                    "expected true or false, which the benchmark reads only so, or as True, TRUE, yes, on and their contraries");
        }
        return truth.orElse(false);
    }

    /**
     * Returns the whole numbers of a single value, where an empty one is 0, or of a list, as in a set of workloads; empty where one of
     * them is no whole number, which is an obstacle.
     */
    List<Long> numbers(String name) {
        List<PlainYaml> items = value(name) instanceof Items list ? list.items() : List.of(value(name));
        List<Long> numbers = new ArrayList<>();
        for (PlainYaml item : items) {
            OptionalLong number = item instanceof Text ? read(item).integer() : OptionalLong.empty();
            if (number.isEmpty()) {
                draft.obstruct(key(name), NO_NUMBER);
                return List.of();
            }
            numbers.add(number.getAsLong());
        }
        return numbers;
    }

    private void hold(String name, String why) {
        if (has(name)) {
            draft.hold(key(name), why);
        }
    }

    private void refuse(String name, String why) {
        if (has(name)) {
            draft.refuse(key(name), why);
        }
    }

    private void differ(String name, String how) {
        if (has(name)) {
            draft.differ(key(name), how);
        }
    }

    private void refuseExistingTopics() {
        for (String name : List.of("existingTopicList", "existingProduceTopicList", "existingConsumeTopicList")) {
            if (has(name) && !text(value(name)).isBlank()) {
                draft.obstruct(key(name), "Assay measures topics that it has made itself, and deletes them");
            }
        }
    }

    private void readCount(String name, KeyPath target, String list) {
        if (!has(list) || text(value(list)).isBlank()) {
            readCount(name, target);
            return;
        }
        Set<Long> each = new LinkedHashSet<>(numbers(list));
        if (each.size() > 1) {
            draft.obstruct(key(list), "all topics of a scenario have the same number");
        } else if (each.size() == 1) {
            draft.map(key(list), target, each.iterator().next().toString());
        }
        hold(name, "overruled by " + list);
    }

    private void readCount(String name, KeyPath target) {
        if (has(name)) {
            List<Long> numbers = numbers(name);
            if (numbers.stream().anyMatch(number -> number < 0)) {
                draft.obstruct(key(name), "expected a whole number of at least 0");
            } else if (!numbers.isEmpty()) {
                draft.map(key(name), target, written(numbers));
            }
        } else {
            draft.assume(target, "1", name + " is not given");
        }
    }

    private static Object written(List<Long> numbers) {
        List<String> texts = numbers.stream().map(String::valueOf).toList();
        return texts.size() == 1 ? texts.getFirst() : texts;
    }

    /** Tells whether consumers pause or work, so that they need a group with a name. */
    boolean hasGroup() {
        return number("consumerBacklogSizeGB", 0) > 0 || number("messageProcessingDelayMs", 0) > 0;
    }

    private void readConsumers() {
        boolean group = hasGroup();
        KeyPath parent = group ? GROUP : path("workload");
        if (has("subscriptionsPerTopic")) {
            readCount("subscriptionsPerTopic", parent.to("subscriptions"));
        } else {
            draft.assume(
                    parent.to("subscriptions"), "0", "subscriptionsPerTopic is not given: the benchmark's default");
        }
        boolean none = "0".equals(draft.value(parent.to("subscriptions")));
        if (none && has("consumerPerSubscription")) {
            draft.hold(key("consumerPerSubscription"), "there is no subscription");
        } else if (!none) {
            readCount("consumerPerSubscription", parent.to("consumers"));
        }
        long delay = number("messageProcessingDelayMs", 0);
        if (delay > 0) {
            draft.map(key("messageProcessingDelayMs"), GROUP.to("processing"), delay + " ms");
        } else if (has("messageProcessingDelayMs")) {
            draft.hold(key("messageProcessingDelayMs"), "consumers do not work");
        }
    }

    private void readRate() {
        if (has("producerRateList") && !text(value("producerRateList")).isBlank()) {
            hold("producerRate", "overruled by producerRateList");
            return;
        }
        if (!has("producerRate")) {
            OfferedRate.write(ForeignKey.unsaid(file), 0, draft);
            return;
        }
        List<Long> rates =
                numbers("producerRate").stream().map(rate -> Math.max(0, rate)).toList();
        boolean phases = OmbTimeline.hasPhases(this);
        if (rates.size() == 1 && !phases) {
            OfferedRate.write(key("producerRate"), rates.getFirst().doubleValue(), draft);
        } else if (rates.stream()
                .anyMatch(rate -> rate == 0 || (OfferedRate.isSearch((double) rate) && rates.size() > 1))) {
            draft.obstruct(
                    key("producerRate"),
                    "the highest rate can be searched for only where there is one rate, and no backlog");
        } else if (!rates.isEmpty()) {
            List<String> texts =
                    rates.stream().map(rate -> OfferedRate.text((double) rate)).toList();
            draft.map(
                    key("producerRate"),
                    path("workload", "rate"),
                    texts.size() == 1 ? texts.getFirst() : texts,
                    phases && OfferedRate.isSearch(rates.getFirst().doubleValue())
                            ? "as it is: a search has no phases"
                            : "");
        }
    }

    /** Returns the largest value that a count was read as; 1 where it was not. */
    long largest(KeyPath count) {
        Object value = draft.value(count);
        List<?> all = value instanceof List<?> list ? list : value == null ? List.of("1") : List.of(value);
        return all.stream()
                .mapToLong(
                        one -> new ForeignValue(one.toString(), false).whole().orElse(1))
                .max()
                .orElse(1);
    }

    static KeyPath group() {
        return GROUP;
    }

    Map<String, PlainYaml> entries(String name) {
        return value(name) instanceof Keys map ? map.entries() : Map.of();
    }
}
