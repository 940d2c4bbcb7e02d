package dev.assay.systems.kafka.driver;

import dev.assay.driver.DriverException;
import dev.assay.systems.kafka.KafkaProduct;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeLogDirsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupsOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * What a product that speaks Kafka's protocol does not answer, of all that the driver asks besides sending and receiving. It is found out
 * once, when the product is reached, and done without. Kafka itself is not asked: what fails there is a failure.
 *
 * @param unanswered the questions, with what came instead of an answer
 */
record Peer(KafkaProduct product, Map<Question, String> unanswered) {
    /** Nothing is done without. */
    static final Peer KAFKA = new Peer(KafkaProduct.KAFKA, Map.of());

    /** An answer that comes needs far less; some peers hang up instead. */
    private static final int LIMIT_SECONDS = 10;

    /** What a driver can do without. */
    enum Question {
        TOPIC_SETTINGS("the settings of a topic", "the effective settings of topics are not known"),
        BROKER_SETTINGS("the settings of a broker", "the effective settings of brokers are not known"),
        GROUPS(
                "its consumer groups",
                "groups that had the names of a trial's own before are not noticed, and its own are deleted by their names"),
        REPLICAS("the replicas of a broker", "new topics are used as soon as their partitions have leaders");

        private final String text;
        private final String consequence;

        Question(String text, String consequence) {
            this.text = text;
            this.consequence = consequence;
        }
    }

    Peer {
        unanswered = Map.copyOf(unanswered);
    }

    /**
     * Asks everything at once, and waits for at most 10 s. Changes nothing there.
     *
     * @throws DriverException when the peer does not even say which brokers there are
     */
    // Clients before 4.0 know no other list of groups.
    @SuppressWarnings({"deprecation", "removal"})
    static Peer ask(KafkaProduct product, Admin admin) throws DriverException {
        if (product == KafkaProduct.KAFKA) {
            return KAFKA;
        }
        int broker = KafkaFailures.await(admin.describeCluster().nodes(), "listing the brokers", LIMIT_SECONDS).stream()
                .mapToInt(Node::id)
                .min()
                .orElseThrow(() -> new DriverException(product.spelling() + " names no broker"));
        int millis = LIMIT_SECONDS * 1000;
        ConfigResource nobodys = new ConfigResource(ConfigResource.Type.TOPIC, "assay-" + UUID.randomUUID());
        ConfigResource brokers = new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(broker));
        DescribeConfigsOptions soon = new DescribeConfigsOptions().timeoutMs(millis);
        Map<Question, KafkaFuture<?>> answers = new EnumMap<>(Question.class);
        answers.put(
                Question.TOPIC_SETTINGS,
                admin.describeConfigs(List.of(nobodys), soon).all());
        answers.put(
                Question.BROKER_SETTINGS,
                admin.describeConfigs(List.of(brokers), soon).all());
        answers.put(
                Question.GROUPS,
                admin.listConsumerGroups(new ListConsumerGroupsOptions().timeoutMs(millis))
                        .all());
        answers.put(
                Question.REPLICAS,
                admin.describeLogDirs(List.of(broker), new DescribeLogDirsOptions().timeoutMs(millis))
                        .allDescriptions());
        Map<Question, String> unanswered = new EnumMap<>(Question.class);
        for (Map.Entry<Question, KafkaFuture<?>> answer : answers.entrySet()) {
            try {
                KafkaFailures.await(answer.getValue(), "asking for " + answer.getKey().text, LIMIT_SECONDS + 2);
            } catch (DriverException e) {
                Throwable cause = e.getCause();
                if (cause != null && isNoAnswer(cause)) {
                    unanswered.put(answer.getKey(), KafkaFailures.text(cause));
                }
            }
        }
        return new Peer(product, unanswered);
    }

    /** A refusal is an answer, too: that nobody has such a topic, or that this user may not know. */
    private static boolean isNoAnswer(Throwable cause) {
        return cause instanceof java.util.concurrent.TimeoutException
                || cause instanceof org.apache.kafka.common.errors.TimeoutException
                || cause instanceof UnsupportedVersionException
                || cause instanceof InvalidRequestException
                || cause instanceof DisconnectException
                || cause instanceof UnknownServerException;
    }

    /** Whether this is not to be asked. */
    boolean lacks(Question question) {
        return unanswered.containsKey(question);
    }

    /** Whether brokers can be asked for their replicas, of which they have some. */
    boolean tellsReplicas() {
        return !product.storesElsewhere() && !lacks(Question.REPLICAS);
    }

    /** What is recorded with a trial: the product, and what it did not answer. */
    Map<String, String> facts() {
        Map<String, String> facts = new TreeMap<>(Map.of("name", product.spelling() + ", not tried"));
        unanswered.forEach((question, instead) ->
                facts.put(question.text, "not answered, so " + question.consequence + " (" + instead + ")"));
        return facts;
    }

    /** The same for people, a sentence each. */
    List<String> limitations() {
        return unanswered.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> product.spelling() + " does not answer when asked for " + entry.getKey().text + ", so "
                        + entry.getKey().consequence + " (" + entry.getValue() + ")")
                .toList();
    }
}
