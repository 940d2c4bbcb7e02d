package dev.assay.core.scenario;

import dev.assay.core.unit.Rate;

/** The load: what is sent where, by whom, how fast. */
public record Workload(
        @Key(value = "Number of topics.", fallback = "1") int topics,

        @Key(value = "Partitions of each topic.", fallback = "1")
        int partitions,

        @Key("One message.") MessageSpec message,

        @Key(value = "Producers of each topic.", fallback = "1")
        int producers,

        @Key(value = "Subscriptions (consumer groups) of each topic; each receives every message.", fallback = "1")
        int subscriptions,

        @Key(value = "Consumers of each subscription.", fallback = "1")
        int consumers,

        @Key(value = "Offered rate, all producers and topics together.", fallback = "1000/s")
        Rate rate,

        @Key(
                value = "Gaps between messages: constant, or poisson (exponential gaps from the seed).",
                fallback = "constant")
        Arrivals arrivals,

        @Key("How producers batch.") Batching batching) {

    /** The law of the gaps between messages. */
    public enum Arrivals {
        CONSTANT,
        POISSON
    }

    public Workload {
        Check.inRange("topics", topics, 1, 10_000);
        Check.inRange("partitions", partitions, 1, 100_000);
        Check.inRange("producers", producers, 1, 1_000);
        Check.inRange("subscriptions", subscriptions, 0, 100);
        Check.inRange("consumers", consumers, 1, 1_000);
        Check.inRange("producers over all topics", (long) topics * producers, 1, 10_000);
    }

    /** Producers over all topics. */
    public int totalProducers() {
        return topics * producers;
    }

    /** Consumers over all topics and subscriptions. */
    public int totalConsumers() {
        return topics * subscriptions * consumers;
    }
}
