package dev.assay.systems.kafka.deployment;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/** Names of Kafka clusters: 16 random bytes as URL-safe Base64, never starting with a dash, which would read as an option. */
final class ClusterId {
    private ClusterId() {}

    static String random() {
        String id = "-";
        while (id.startsWith("-")) {
            UUID uuid = UUID.randomUUID();
            ByteBuffer bytes = ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits());
            id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
        }
        return id;
    }
}
