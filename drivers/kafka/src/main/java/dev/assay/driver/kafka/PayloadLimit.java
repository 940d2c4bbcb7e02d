package dev.assay.driver.kafka;

import java.util.Map;

/** The largest payload that client and topic take. */
final class PayloadLimit {
    /** {@code max.request.size} of the producer, where it is not set. */
    private static final int REQUEST_DEFAULT = 1_048_576;

    /** {@code message.max.bytes} of a broker, where neither it nor the topic sets it. */
    private static final int TOPIC_DEFAULT = 1_048_588;

    /** For the record's and batch's own fields (at most about 100 bytes) and a key. */
    private static final int FRAMING = 512;

    private PayloadLimit() {}

    static long bytes(KafkaSettings settings) {
        long request = number(settings.producer(), "max.request.size", REQUEST_DEFAULT);
        long topic = number(settings.topic(), "max.message.bytes", TOPIC_DEFAULT);
        return Math.max(0, Math.min(request, topic) - FRAMING);
    }

    private static long number(Map<String, Setting> settings, String name, long otherwise) {
        Setting setting = settings.get(name);
        return setting == null ? otherwise : Long.parseLong(setting.value().strip());
    }
}
