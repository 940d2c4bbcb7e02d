package dev.assay.e2e;

import dev.assay.testing.cluster.SharedCluster;
import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Puts on NATS a foreign stream with messages and a consumer, and one whose name looks like Assay's. */
final class OthersNats implements OthersCluster {
    private static final String LOOKS_ALIKE = ASSAYS + "0f0f0f-1-0";

    private static final SharedCluster NATS = SharedCluster.of("nats");

    private final Connection connection;
    private final JetStreamManagement streams;

    private OthersNats(Connection connection) throws Exception {
        this.connection = connection;
        this.streams = connection.jetStreamManagement();
    }

    static OthersNats withTheirs() throws Exception {
        OthersNats nats = new OthersNats(Nats.connect(NATS.connection().getOrDefault("url", "")));
        for (String name : List.of(THEIRS, LOOKS_ALIKE)) {
            nats.streams.addStream(StreamConfiguration.builder()
                    .name(name)
                    .subjects(name)
                    .maxMessages(4321)
                    .build());
            nats.streams.createConsumer(
                    name, ConsumerConfiguration.builder().durable(THEIRS).build());
            nats.connection.jetStream().publish(name, new byte[100]);
        }
        return nats;
    }

    @Override
    public String scenario() {
        return "nats: { deployment: existing, url: \"%s\" }"
                .formatted(NATS.connection().get("url"));
    }

    @Override
    public Set<String> state() throws Exception {
        Set<String> state = new TreeSet<>();
        for (String name : streams.getStreamNames()) {
            if (OthersCluster.counts(name)) {
                StreamInfo stream = streams.getStreamInfo(name);
                state.add("stream " + name + " "
                        + stream.getConfiguration().toJson() + " "
                        + stream.getStreamState().getMsgCount());
                for (String consumer : streams.getConsumerNames(name)) {
                    state.add("consumer " + name + " " + consumer + " "
                            + streams.getConsumerInfo(name, consumer).getNumPending());
                }
            }
        }
        return state;
    }

    @Override
    public void end() throws Exception {
        for (String name : List.of(THEIRS, LOOKS_ALIKE)) {
            streams.deleteStream(name);
        }
        connection.close();
    }
}
