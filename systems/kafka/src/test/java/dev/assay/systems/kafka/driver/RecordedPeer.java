package dev.assay.systems.kafka.driver;

import dev.assay.testing.net.HostilePeer;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsResponseData;
import org.apache.kafka.common.message.DeleteGroupsRequestData;
import org.apache.kafka.common.message.DeleteGroupsResponseData;
import org.apache.kafka.common.message.DeleteTopicsRequestData;
import org.apache.kafka.common.message.DeleteTopicsResponseData;
import org.apache.kafka.common.message.DescribeConfigsRequestData;
import org.apache.kafka.common.message.DescribeConfigsResponseData;
import org.apache.kafka.common.message.DescribeLogDirsResponseData;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.ListGroupsResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * One broker of a cluster that has topics and groups by name and no messages, with the answers that the client's own classes make. It
 * lacks what a test says: that stands in its list of requests, and whoever asks nevertheless is hung up on.
 */
final class RecordedPeer implements AutoCloseable {
    private static final int BROKER = 7;
    private static final Set<ApiKeys> ALL = EnumSet.of(
            ApiKeys.API_VERSIONS,
            ApiKeys.METADATA,
            ApiKeys.CREATE_TOPICS,
            ApiKeys.DELETE_TOPICS,
            ApiKeys.DESCRIBE_CONFIGS,
            ApiKeys.LIST_GROUPS,
            ApiKeys.FIND_COORDINATOR,
            ApiKeys.DELETE_GROUPS,
            ApiKeys.DESCRIBE_LOG_DIRS);

    private final Set<ApiKeys> served = EnumSet.copyOf(ALL);
    private final Map<String, Integer> topics = new ConcurrentHashMap<>();
    private final Set<String> deletedGroups = new ConcurrentSkipListSet<>();
    private final HostilePeer listening;

    private RecordedPeer(Set<ApiKeys> lacking) throws IOException {
        served.removeAll(lacking);
        listening = HostilePeer.start(this::answer);
    }

    /** One that has all that a driver asks for without a load, but for some requests. */
    static RecordedPeer without(ApiKeys... lacking) throws IOException {
        return new RecordedPeer(Set.of(lacking));
    }

    /** Where it listens, as host:port. */
    String address() {
        return listening.address();
    }

    /** Names of topics that exist. */
    Set<String> topics() {
        return topics.keySet();
    }

    /** Names of groups whose deletion was asked for. */
    Set<String> deletedGroups() {
        return deletedGroups;
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }

    private void answer(InputStream asked, OutputStream told) throws IOException {
        DataInputStream in = new DataInputStream(asked);
        DataOutputStream out = new DataOutputStream(told);
        while (true) {
            byte[] request = new byte[in.readInt()];
            in.readFully(request);
            ByteBuffer bytes = ByteBuffer.wrap(request);
            RequestHeader header = RequestHeader.parse(bytes);
            if (!served.contains(header.apiKey())) {
                return;
            }
            short version = header.apiVersion();
            ByteBuffer head = MessageUtil.toByteBufferAccessor(
                            new ResponseHeaderData().setCorrelationId(header.correlationId()),
                            header.apiKey().responseHeaderVersion(version))
                    .buffer();
            ByteBuffer body = MessageUtil.toByteBufferAccessor(
                            response(header.apiKey(), new ByteBufferAccessor(bytes), version), version)
                    .buffer();
            out.writeInt(head.remaining() + body.remaining());
            write(head, out);
            write(body, out);
            out.flush();
        }
    }

    private static void write(ByteBuffer from, OutputStream out) throws IOException {
        byte[] bytes = new byte[from.remaining()];
        from.get(bytes);
        out.write(bytes);
    }

    private ApiMessage response(ApiKeys key, ByteBufferAccessor body, short version) {
        return switch (key) {
            case API_VERSIONS -> apiVersions();
            case METADATA -> metadata(new MetadataRequestData(body, version));
            case CREATE_TOPICS -> created(new CreateTopicsRequestData(body, version));
            case DELETE_TOPICS -> deleted(new DeleteTopicsRequestData(body, version));
            case DESCRIBE_CONFIGS -> configs(new DescribeConfigsRequestData(body, version));
            case LIST_GROUPS -> new ListGroupsResponseData();
            case FIND_COORDINATOR -> coordinators(new FindCoordinatorRequestData(body, version));
            case DELETE_GROUPS -> deletedGroups(new DeleteGroupsRequestData(body, version));
            case DESCRIBE_LOG_DIRS -> new DescribeLogDirsResponseData();
            default -> throw new IllegalStateException("no answer to " + key);
        };
    }

    private ApiMessage apiVersions() {
        ApiVersionsResponseData data = new ApiVersionsResponseData();
        for (ApiKeys key : served) {
            data.apiKeys()
                    .add(new ApiVersionsResponseData.ApiVersion()
                            .setApiKey(key.id)
                            .setMinVersion(key.oldestVersion())
                            .setMaxVersion(key.latestVersion()));
        }
        return data;
    }

    private int port() {
        String address = address();
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private ApiMessage metadata(MetadataRequestData request) {
        MetadataResponseData data =
                new MetadataResponseData().setClusterId("recorded").setControllerId(BROKER);
        data.brokers()
                .add(new MetadataResponseData.MetadataResponseBroker()
                        .setNodeId(BROKER)
                        .setHost("127.0.0.1")
                        .setPort(port()));
        List<String> wanted = request.topics() == null
                ? List.copyOf(topics.keySet())
                : request.topics().stream()
                        .map(MetadataRequestData.MetadataRequestTopic::name)
                        .toList();
        wanted.forEach(name -> data.topics().add(topic(name)));
        return data;
    }

    /** Its partitions are led, and have no copies beside the leader, whatever was asked for. */
    private MetadataResponseData.MetadataResponseTopic topic(String name) {
        int partitions = topics.getOrDefault(name, 0);
        Errors error = partitions == 0 ? Errors.UNKNOWN_TOPIC_OR_PARTITION : Errors.NONE;
        return new MetadataResponseData.MetadataResponseTopic()
                .setName(name)
                .setErrorCode(error.code())
                .setPartitions(IntStream.range(0, partitions)
                        .mapToObj(partition -> new MetadataResponseData.MetadataResponsePartition()
                                .setPartitionIndex(partition)
                                .setLeaderId(BROKER)
                                .setReplicaNodes(List.of(BROKER))
                                .setIsrNodes(List.of(BROKER)))
                        .toList());
    }

    private ApiMessage created(CreateTopicsRequestData request) {
        CreateTopicsResponseData data = new CreateTopicsResponseData();
        for (CreateTopicsRequestData.CreatableTopic topic : request.topics()) {
            topics.put(topic.name(), topic.numPartitions());
            data.topics().add(new CreateTopicsResponseData.CreatableTopicResult().setName(topic.name()));
        }
        return data;
    }

    private ApiMessage deleted(DeleteTopicsRequestData request) {
        DeleteTopicsResponseData data = new DeleteTopicsResponseData();
        for (DeleteTopicsRequestData.DeleteTopicState topic : request.topics()) {
            topics.remove(topic.name());
            data.responses().add(new DeleteTopicsResponseData.DeletableTopicResult().setName(topic.name()));
        }
        return data;
    }

    /** Of what exists, no settings at all. */
    private ApiMessage configs(DescribeConfigsRequestData request) {
        return new DescribeConfigsResponseData()
                .setResults(request.resources().stream()
                        .map(asked -> {
                            boolean exists = asked.resourceName().equals(Integer.toString(BROKER))
                                    || topics.containsKey(asked.resourceName());
                            Errors error = exists ? Errors.NONE : Errors.UNKNOWN_TOPIC_OR_PARTITION;
                            return new DescribeConfigsResponseData.DescribeConfigsResult()
                                    .setErrorCode(error.code())
                                    .setResourceType(asked.resourceType())
                                    .setResourceName(asked.resourceName());
                        })
                        .toList());
    }

    private ApiMessage coordinators(FindCoordinatorRequestData request) {
        return new FindCoordinatorResponseData()
                .setCoordinators(request.coordinatorKeys().stream()
                        .map(key -> new FindCoordinatorResponseData.Coordinator()
                                .setKey(key)
                                .setNodeId(BROKER)
                                .setHost("127.0.0.1")
                                .setPort(port()))
                        .toList());
    }

    private ApiMessage deletedGroups(DeleteGroupsRequestData request) {
        DeleteGroupsResponseData data = new DeleteGroupsResponseData();
        for (String group : request.groupsNames()) {
            deletedGroups.add(group);
            data.results().add(new DeleteGroupsResponseData.DeletableGroupResult().setGroupId(group));
        }
        return data;
    }
}
