package dev.assay.model.spec;

import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public record Workload(
        @Key(value = "Number of topics.", fallback = "1") int topics,

        @Key(value = "Partitions of each topic.", fallback = "1")
        int partitions,

        @Key("One message.") MessageSpec message,

        @Key(value = "Producers of each topic.", fallback = "1")
        int producers,

        @Key(
                value = "Subscriptions (consumer groups) of each topic; each receives every message.",
                fallback = "1",
                shortFor = "workload.groups")
        int subscriptions,

        @Key(value = "Consumers of each subscription.", fallback = "1", shortFor = "workload.groups")
        int consumers,

        @Key("Consumer groups by name, instead of subscriptions and consumers: each starts and pauses on its own.")
        Map<String, GroupSpec> groups,

        @Key(
                value =
                        "Offered rate over time, all producers and topics together: a rate, a ramp, steps, bursts or none. A changing rate starts with the first measured phase.",
                fallback = "1000/s")
        LoadProfile rate,

        @Key(
                value = "Gaps between messages: constant, or poisson (exponential gaps from the seed).",
                fallback = "constant")
        Arrivals arrivals,

        @Key("How producers batch.") Batching batching,

        @Key(
                value =
                        "Maximum number of messages in flight for each producer, the same on all systems: beyond it sending blocks, which counts as latency. Or client: as many as each client allows.",
                fallback = "5000")
        InFlight inFlight) {

    /** Limits what clients may take for the messages in flight of all producers: half of the heap that workers have. */
    private static final long MAX_CLIENT_BYTES = 192L << 20;

    /** Names the one consumer group of a workload that names none. */
    public static final String TAIL = "tail";

    /**
     * Describes one subscription of each topic.
     *
     * @param name in results and, after a prefix, in the system
     */
    public record Subscription(String name, String groupName, GroupSpec group) {}

    public Workload {
        Check.inRange("topics", topics, 1, 10_000);
        Check.inRange("partitions", partitions, 1, 100_000);
        Check.inRange("producers", producers, 1, 1_000);
        Check.inRange("subscriptions", subscriptions, 0, 100);
        Check.inRange("consumers", consumers, 1, 1_000);
        Check.key(
                "groups",
                groups.isEmpty() || (subscriptions == 1 && consumers == 1),
                "groups replaces subscriptions and consumers: set their numbers in each consumer group",
                "subscriptions",
                "consumers");
        int ofGroups =
                groups.values().stream().mapToInt(GroupSpec::subscriptions).sum();
        Check.inRange("groups", "subscriptions over all consumer groups", ofGroups, 0, 100);
        message = message.forPartitions(partitions);
        groups = Collections.unmodifiableMap(new LinkedHashMap<>(groups));
        Check.inRange("producers", "producers over all topics", (long) topics * producers, 1, 10_000, "topics");
    }

    public static Workload usual() {
        return new Workload(
                1,
                1,
                new MessageSpec(ByteSize.parse("1 KB"), PayloadFill.RANDOM, MessageKeying.NONE),
                1,
                1,
                1,
                Map.of(),
                LoadProfile.constant(new Rate(1000)),
                Arrivals.CONSTANT,
                new Batching(Duration.ofMillis(1), ByteSize.parse("128 KiB")),
                InFlight.DEFAULT);
    }

    public Workload of(MessageSpec other) {
        return with(other, groups, rate);
    }

    Workload readPayload(String text) {
        return of(message.read(text));
    }

    public Workload withoutPayloadText() {
        return message.payload().lines().isEmpty() ? this : of(message.unread());
    }

    public Workload at(LoadProfile profile) {
        return with(message, groups, profile);
    }

    /** Returns this workload with only the groups that read from the start. */
    public Workload live() {
        Map<String, GroupSpec> live = new LinkedHashMap<>(groups);
        live.values().removeIf(group -> !group.live());
        return with(message, live, rate);
    }

    private Workload with(MessageSpec messages, Map<String, GroupSpec> read, LoadProfile offered) {
        return new Workload(
                topics,
                partitions,
                messages,
                producers,
                subscriptions,
                consumers,
                read,
                offered,
                arrivals,
                batching,
                inFlight);
    }

    /** Returns the most payload that one producer's messages in flight have, in bytes; 0 where their number is up to the client. */
    public long inFlightBytes() {
        double ofTheLargest = (double) inFlight.messages() * message.largestBytes();
        if (message.meanBytes() == message.largestBytes() || message.payload().isOfFile()) {
            return Math.round(ofTheLargest);
        }
        int turns = Math.ceilDiv(inFlight.messages(), MessageSize.STRATA);
        return Math.round(Math.min(ofTheLargest, turns * MessageSize.STRATA * message.meanBytes()));
    }

    /** Returns what the client of one producer may take for messages in flight, in bytes, where one worker has all producers. */
    public long clientBytes() {
        return MAX_CLIENT_BYTES / totalProducers();
    }

    public int totalProducers() {
        return topics * producers;
    }

    /** Returns its groups by name; where it names none, one that is called {@link #TAIL}. */
    public Map<String, GroupSpec> allGroups() {
        return groups.isEmpty() && subscriptions > 0
                ? Map.of(TAIL, GroupSpec.liveSubscriptions(subscriptions, consumers))
                : groups;
    }

    /** Returns the subscriptions of all consumer groups; their places are their numbers. */
    public List<Subscription> allSubscriptions() {
        List<Subscription> all = new ArrayList<>();
        allGroups().forEach((name, group) -> {
            for (int number = 1; number <= group.subscriptions(); number++) {
                all.add(new Subscription(subscriptionName(name, group, number), name, group));
            }
        });
        return List.copyOf(all);
    }

    private String subscriptionName(String group, GroupSpec spec, int number) {
        if (groups.isEmpty()) {
            return "s" + number;
        }
        return spec.subscriptions() == 1 ? group : group + "-" + number;
    }

    public boolean hasQueues() {
        return allGroups().values().stream().anyMatch(GroupSpec::queue);
    }

    public int totalConsumers() {
        return topics
                * allGroups().values().stream()
                        .mapToInt(group -> group.subscriptions() * group.consumers())
                        .sum();
    }

    /** Returns the most consumers that a subscription has; 0 without any. */
    public int maxConsumers() {
        return allGroups().values().stream()
                .mapToInt(GroupSpec::consumers)
                .max()
                .orElse(0);
    }

    /** Returns the most consumers of a subscription that is no queue; 0 without any. */
    public int maxConsumersOutsideQueues() {
        return allGroups().values().stream()
                .filter(group -> !group.queue())
                .mapToInt(GroupSpec::consumers)
                .max()
                .orElse(0);
    }
}
