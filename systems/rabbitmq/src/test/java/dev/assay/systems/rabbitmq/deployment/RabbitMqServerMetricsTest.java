package dev.assay.systems.rabbitmq.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cluster.prometheus.Exposition;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.Metrics;
import dev.assay.model.metric.Sample;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
class RabbitMqServerMetricsTest {
    private static final Labels NODE = Labels.of(Labels.NODE, "rabbitmq-1");
    private static final Labels COMMIT = NODE.with(Labels.PART, "commit");

    private final RabbitMqServerMetrics metrics = new RabbitMqServerMetrics();

    private List<Sample> next(String page) throws IOException {
        return metrics.next(
                Exposition.read(new BufferedReader(new StringReader(page)), metrics.names()), NODE, Double.NaN);
    }

    @Test
    void theMeanOfSyncsIsOfThoseSinceTheNodeToldThemLast() throws IOException {
        next("rabbitmq_io_sync_ops_total 100\nrabbitmq_io_sync_time_seconds_total 0.5\n");
        assertThat(next("rabbitmq_io_sync_ops_total 100\nrabbitmq_io_sync_time_seconds_total 0.5\n"))
                .as("a node tells them every five seconds")
                .isEmpty();
        assertThat(next("rabbitmq_io_sync_ops_total 108\nrabbitmq_io_sync_time_seconds_total 0.75\n"))
                .containsExactly(Metrics.NODE_FLUSH.of(NODE, 0.03125));
    }

    @Test
    void logsHaveValuesOnlyInSecondsInWhichTheyHaveMoved() throws IOException {
        String before = """
                rabbitmq_raft_log_last_written_index 120
                rabbitmq_raft_log_commit_index 100
                rabbitmq_raft_entry_commit_latency_seconds 0.25
                """;
        assertThat(next(before)).isEmpty();
        assertThat(next(before)).isEmpty();
        assertThat(next("""
                rabbitmq_raft_log_last_written_index 150
                rabbitmq_raft_log_commit_index 143
                rabbitmq_raft_entry_commit_latency_seconds 0.0125
                """)).containsExactly(Metrics.NODE_COMMIT.of(NODE, 0.0125), Metrics.NODE_QUEUED.of(COMMIT, 7));
        assertThat(next("rabbitmq_raft_log_last_written_index 0\nrabbitmq_raft_log_commit_index 0\n"))
                .as("the queues are gone")
                .isEmpty();
    }

    @Test
    void whatWasNeverConfirmedBeforeTheFirstAnswerIsNotUnderWay() throws IOException {
        assertThat(next(messages(1000, 990))).isEmpty();
        assertThat(next(messages(1500, 1483))).containsExactly(Metrics.NODE_UNDER_WAY.of(NODE, 7));
        assertThat(next(messages(1500, 1500)))
                .as("those were, after all")
                .containsExactly(Metrics.NODE_UNDER_WAY.of(NODE, 0));
    }

    private static String messages(int received, int confirmed) {
        return "rabbitmq_global_messages_received_confirm_total{protocol=\"amqp091\"} " + (received - 5) + "\n"
                + "rabbitmq_global_messages_received_confirm_total{protocol=\"stream\"} 5\n"
                + "rabbitmq_global_messages_confirmed_total{protocol=\"amqp091\"} " + confirmed + "\n";
    }

    @Test
    void anAlarmOfEitherKindIsOne() throws IOException {
        assertThat(next("rabbitmq_alarms_memory_used_watermark 0\nrabbitmq_alarms_free_disk_space_watermark 0\n"))
                .containsExactly(Metrics.NODE_ALARM.of(NODE, 0));
        assertThat(next("rabbitmq_alarms_memory_used_watermark 0\nrabbitmq_alarms_free_disk_space_watermark 1\n"))
                .containsExactly(Metrics.NODE_ALARM.of(NODE, 1));
        assertThat(next("rabbitmq_alarms_memory_used_watermark 1\n")).containsExactly(Metrics.NODE_ALARM.of(NODE, 1));
    }

    /** The pages are of a node of RabbitMQ 3.10.8 before and during a load, without most of what does not concern it. */
    @Test
    void aRealNodesPageIsUnderstood() throws IOException {
        assertThat(next(recorded("node-3.10.8-idle.prom"))).containsExactly(Metrics.NODE_ALARM.of(NODE, 0));
        assertThat(next(recorded("node-3.10.8-loaded.prom")))
                .containsExactly(
                        Metrics.NODE_FLUSH.of(NODE, 16.250747 / 2324),
                        Metrics.NODE_COMMIT.of(NODE, 0.002),
                        Metrics.NODE_QUEUED.of(COMMIT, 0),
                        Metrics.NODE_UNDER_WAY.of(NODE, 1),
                        Metrics.NODE_ALARM.of(NODE, 0));
    }

    /** The page is of a node of RabbitMQ 4.3.6: it counts no syncs, and the only log that it reports is that of its metadata. */
    @Test
    void theLogOfMetadataIsNoneOfAQueue() throws IOException {
        String page = """
                rabbitmq_io_sync_ops_total 0
                rabbitmq_io_sync_time_seconds_total 0.0
                rabbitmq_raft_commit_latency_seconds{module="rabbit_khepri",ra_system="coordination"} 0.001
                rabbitmq_raft_last_written_index{module="rabbit_khepri",ra_system="coordination"} %1$s
                rabbitmq_raft_commit_index{module="rabbit_khepri",ra_system="coordination"} %1$s
                rabbitmq_global_messages_received_confirm_total{protocol="amqp091"} %1$s
                rabbitmq_global_messages_confirmed_total{protocol="amqp091"} 100.0
                rabbitmq_alarms_free_disk_space_watermark 0
                """;
        next(page.formatted("100.0"));
        assertThat(next(page.formatted("127.0")))
                .containsExactly(Metrics.NODE_UNDER_WAY.of(NODE, 27), Metrics.NODE_ALARM.of(NODE, 0));
    }

    private static String recorded(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(RabbitMqServerMetricsTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void whatANodeDoesNotTellIsAbsent() throws IOException {
        assertThat(next("")).isEmpty();
        assertThat(next("rabbitmq_raft_log_commit_index 5\n")).isEmpty();
        assertThat(next("rabbitmq_raft_log_commit_index 9\n")).isEmpty();
    }
}
