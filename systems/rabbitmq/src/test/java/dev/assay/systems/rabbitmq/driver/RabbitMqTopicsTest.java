package dev.assay.systems.rabbitmq.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.unit.ByteSize;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RabbitMqTopicsTest {
    private static final int NODES = 3;
    private static final TopicSpec TOPIC = new TopicSpec("orders", 4, List.of("a", "b"));

    private final List<Node> nodes =
            IntStream.range(0, NODES).mapToObj(index -> new Node()).toList();

    /** Knows only what it was told itself, as if no other node's news ever reached it. */
    private static final class Node {
        final Set<String> bindings = ConcurrentHashMap.newKeySet();
        final Set<String> exchanges = ConcurrentHashMap.newKeySet();
        final Set<String> refusedOnce = ConcurrentHashMap.newKeySet();
        volatile boolean late;
        volatile boolean forbids;

        Connection connection() {
            Connection[] self = new Connection[1];
            self[0] = Fake.of(Connection.class, (method, arguments) -> switch (method) {
                case "createChannel" -> channel(self[0]);
                default -> null;
            });
            return self[0];
        }

        private Channel channel(Connection connection) {
            return Fake.of(Channel.class, (method, arguments) -> switch (method) {
                case "isOpen" -> true;
                case "getConnection" -> connection;
                case "exchangeDeclarePassive" -> throw closed(AMQP.NOT_FOUND, "no exchange");
                case "exchangeDeclare" -> {
                    exchanges.add(arguments[0] + " " + arguments[1]);
                    yield null;
                }
                case "queueBind" -> bind(arguments);
                default -> null;
            });
        }

        private @Nullable Object bind(Object[] arguments) throws IOException {
            if (forbids) {
                throw closed(AMQP.ACCESS_REFUSED, "access refused");
            }
            if (late && refusedOnce.add("" + arguments[0])) {
                throw closed(AMQP.NOT_FOUND, "no queue");
            }
            bindings.add(arguments[0] + " to " + arguments[1] + " by " + arguments[2]);
            return null;
        }

        private static IOException closed(int code, String text) {
            AMQP.Channel.Close reason = new AMQP.Channel.Close.Builder()
                    .replyCode(code)
                    .replyText(text)
                    .build();
            return new IOException(new ShutdownSignalException(false, false, reason, null));
        }
    }

    private RabbitMqTopics topics() throws DriverException {
        return topics("direct");
    }

    private RabbitMqTopics topics(String exchange) throws DriverException {
        RabbitMqSettings settings = RabbitMqSettings.resolve(new DriverConfig(
                Map.of(
                        "uri", "amqp://guest:guest@127.0.0.1:1",
                        "queue", "quorum",
                        "exchange", exchange,
                        "persistent", "true",
                        "acknowledgement", "manual",
                        "prefetch", "200",
                        "confirm-window", "300",
                        "replication", "3"),
                DurabilityLevel.LEVEL_1,
                new Batching(Duration.ZERO, new ByteSize(0)),
                VendorSettings.NONE));
        Management none = new Management(List.of(), "/", "guest:guest", new TlsSettings(Map.of()));
        return new RabbitMqTopics(
                settings, new Nodes(NODES, (node, threads) -> nodes.get(node).connection()), new MirrorPolicies(none));
    }

    private static List<String> bindings(String... subscriptions) {
        List<String> all = new ArrayList<>();
        for (String subscription : subscriptions) {
            for (int partition = 0; partition < TOPIC.partitions(); partition++) {
                all.add("orders." + subscription + "." + partition + " to orders by " + partition);
            }
        }
        return all;
    }

    @Test
    void aTopicIsThereWhenEveryNodeRoutesToAllItsQueues() throws Exception {
        topics().create(List.of(TOPIC));

        assertThat(nodes)
                .allSatisfy(node -> assertThat(node.bindings).containsExactlyInAnyOrderElementsOf(bindings("a", "b")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"direct", "topic"})
    void theExchangeIsOfTheKindThatWasAskedFor(String kind) throws Exception {
        topics(kind).create(List.of(TOPIC));

        assertThat(nodes.stream().flatMap(node -> node.exchanges.stream()))
                .containsExactly("orders " + kind.toUpperCase(Locale.ROOT));
    }

    @Test
    void aSubscriptionIsThereWhenEveryNodeRoutesToItsQueues() throws Exception {
        topics().addSubscription(TOPIC, "late");

        assertThat(nodes)
                .allSatisfy(node -> assertThat(node.bindings).containsExactlyInAnyOrderElementsOf(bindings("late")));
    }

    @Test
    void aNodeThatDoesNotKnowTheQueueYetIsAskedAgain() throws Exception {
        nodes.get(2).late = true;
        TopicSpec one = new TopicSpec("orders", 1, List.of("a"));

        topics().create(List.of(one));

        assertThat(nodes.get(2).refusedOnce).containsExactly("orders.a.0");
        assertThat(nodes.get(2).bindings).containsExactly("orders.a.0 to orders by 0");
    }

    @Test
    void whatANodeRefusesFailsTheTopic() throws Exception {
        nodes.get(1).forbids = true;
        RabbitMqTopics topics = topics();

        assertThatThrownBy(() -> topics.create(List.of(new TopicSpec("orders", 1, List.of("a")))))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("waiting until every node knows the topic orders")
                .hasMessageContaining("access refused");
    }
}
