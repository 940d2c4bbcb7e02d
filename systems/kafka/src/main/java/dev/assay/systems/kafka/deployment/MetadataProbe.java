package dev.assay.systems.kafka.deployment;

import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Probe;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Asks one broker which brokers of its cluster take requests. Speaks one request of Kafka's protocol, Metadata version 1
 * (https://kafka.apache.org/protocol#The_Messages_Metadata), so that no vendor client is needed.
 */
final class MetadataProbe {
    private static final short METADATA = 3;
    private static final short VERSION = 1;
    /** The limit of an answer, in which a partition takes about 50 bytes. */
    private static final int MAX_BYTES = 1 << 24;

    private static final int NO_TOPICS = 0;
    private static final int ALL_TOPICS = -1;

    private MetadataProbe() {}

    /**
     * @param brokers node ids of the brokers that are registered and admitted
     * @param controller node id of the broker that stands for the controller; empty when none is elected
     * @param lacking number of partitions, of those asked for, that have no leader or a replica that is not in sync
     */
    record Answer(Set<Integer> brokers, OptionalInt controller, int lacking) {
        boolean knowsAll(int nodes) {
            return brokers.size() == nodes && controller.isPresent();
        }
    }

    /** Returns whether this broker answers, and knows {@code brokers} brokers and a controller. */
    static boolean knowsAll(Place node, int brokers) {
        return answers(node, NO_TOPICS, answer -> answer.knowsAll(brokers));
    }

    /** Returns whether this broker {@linkplain #knowsAll knows all brokers}, and all replicas of all partitions it knows are in sync. */
    static boolean allInSync(Place node, int brokers) {
        return answers(node, ALL_TOPICS, answer -> answer.knowsAll(brokers) && answer.lacking() == 0);
    }

    private static boolean answers(Place node, int topics, Predicate<Answer> right) {
        return Probe.answers(node.host(), node.port(KafkaRecipe.CLIENT), request(topics), in -> {
            int bytes = in.readInt();
            return bytes >= 0 && bytes <= MAX_BYTES && right.test(answer(in));
        });
    }

    /** @param topics the length of the list of topics that follows: none, or −1 for all topics */
    static byte[] request(int topics) {
        byte[] clientId = "assay-probe".getBytes(StandardCharsets.US_ASCII);
        int length = 2 + 2 + 4 + 2 + clientId.length + 4;
        return ByteBuffer.allocate(4 + length)
                .putInt(length)
                .putShort(METADATA)
                .putShort(VERSION)
                .putInt(1)
                .putShort((short) clientId.length)
                .put(clientId)
                .putInt(topics)
                .array();
    }

    static Answer answer(DataInputStream in) throws IOException {
        in.readInt(); // Correlation id.
        Set<Integer> brokers = new TreeSet<>();
        for (int left = in.readInt(); left > 0; left--) {
            brokers.add(in.readInt());
            skipText(in); // Host.
            in.readInt(); // Port.
            skipText(in); // Rack.
        }
        int controller = in.readInt();
        int lacking = 0;
        for (int left = in.readInt(); left > 0; left--) {
            in.readShort(); // Error.
            skipText(in); // Name.
            in.readBoolean(); // Whether it is internal.
            lacking += lacking(in);
        }
        return new Answer(brokers, controller < 0 ? OptionalInt.empty() : OptionalInt.of(controller), lacking);
    }

    private static int lacking(DataInputStream in) throws IOException {
        int lacking = 0;
        for (int left = in.readInt(); left > 0; left--) {
            in.readShort(); // Error.
            in.readInt(); // Partition.
            boolean led = in.readInt() >= 0;
            int replicas = skipNumbers(in);
            int inSync = skipNumbers(in);
            if (!led || inSync < replicas) {
                lacking++;
            }
        }
        return lacking;
    }

    private static int skipNumbers(DataInputStream in) throws IOException {
        int count = in.readInt();
        in.skipNBytes(Math.max(0, count) * (long) Integer.BYTES);
        return count;
    }

    private static void skipText(DataInputStream in) throws IOException {
        int length = in.readShort();
        if (length > 0) {
            in.skipNBytes(length);
        }
    }
}
