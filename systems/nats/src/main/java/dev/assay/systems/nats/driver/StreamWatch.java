package dev.assay.systems.nats.driver;

import dev.assay.driver.DriverException;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.ClusterInfo;
import io.nats.client.api.Replica;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

final class StreamWatch {
    /** The limit of streams asked for, each of which costs a request; so many suffice to show servers that are down. */
    private static final int MAX_ASKED = 50;

    private final JetStreamManagement management;

    StreamWatch(JetStreamManagement management) {
        this.management = management;
    }

    /**
     * Returns a sentence for each stream that lacks copies.
     *
     * @throws DriverException when nobody answers for a stream
     */
    List<String> look(Collection<String> streams) throws DriverException {
        List<String> alarms = new ArrayList<>();
        for (String stream : streams.stream().limit(MAX_ASKED).toList()) {
            long missing = missingCopies(stream);
            if (missing > 0) {
                alarms.add("the stream " + stream + " has lost the servers of " + missing + " of its copies");
            }
        }
        return alarms;
    }

    private long missingCopies(String stream) throws DriverException {
        try {
            ClusterInfo cluster = management.getStreamInfo(stream).getClusterInfo();
            // The leader itself is not among them, and with one copy there are none.
            List<Replica> replicas = cluster == null ? null : cluster.getReplicas();
            return replicas == null
                    ? 0
                    : replicas.stream().filter(Replica::isOffline).count();
        } catch (JetStreamApiException e) {
            if (NatsFailures.isNotFound(e)) {
                return 0; // It has been deleted meanwhile.
            }
            throw NatsFailures.failed("asking for the copies of the stream " + stream, e);
        } catch (IOException e) {
            throw NatsFailures.failed("asking for the copies of the stream " + stream, e);
        }
    }
}
