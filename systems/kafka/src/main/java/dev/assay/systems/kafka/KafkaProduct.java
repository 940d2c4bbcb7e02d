package dev.assay.systems.kafka;

import java.util.Locale;

/** Software that is reached by Kafka's protocol. Of all but Kafka itself Assay knows what their vendors say: nobody has measured them with it. */
public enum KafkaProduct {
    KAFKA("Kafka", ""),
    REDPANDA("Redpanda", ""),
    AUTOMQ("AutoMQ", "object storage or its write-ahead log"),
    WARPSTREAM("WarpStream", "object storage"),
    TANSU("Tansu", "object storage or a database");

    private final String spelling;
    private final String storage;

    KafkaProduct(String spelling, String storage) {
        this.spelling = spelling;
        this.storage = storage;
    }

    /** As its vendor spells it. */
    public String spelling() {
        return spelling;
    }

    /** Whether brokers keep messages elsewhere than on disks of their own, so that they have no replicas. */
    public boolean storesElsewhere() {
        return !storage.isEmpty();
    }

    /** What is behind an acknowledgement by the vendor's word, where messages are stored elsewhere. */
    String storage() {
        return storage;
    }

    /** The name in scenarios. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
