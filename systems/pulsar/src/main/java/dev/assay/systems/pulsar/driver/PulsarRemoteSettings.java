package dev.assay.systems.pulsar.driver;

import static dev.assay.driver.limit.ValueShapes.FILE;
import static dev.assay.driver.limit.ValueShapes.NUMBER;
import static dev.assay.driver.limit.ValueShapes.TEXT;
import static dev.assay.driver.limit.ValueShapes.TRUTH;
import static dev.assay.driver.limit.ValueShapes.WORDS;

import dev.assay.driver.limit.AllowedSettings;
import dev.assay.driver.limit.RemoteSettingsPolicy;
import dev.assay.driver.limit.ValueShape;
import dev.assay.driver.limit.ValueShapes;
import dev.assay.model.setting.SettingGroup;
import dev.assay.systems.pulsar.NamespaceSettings;
import java.util.Map;
import java.util.Set;

/**
 * What the Pulsar client can be told by a caller that is not the worker's owner. Left out on purpose: whatever stands for an
 * object or a class (key readers, routers, listeners, {@code sslFactoryPlugin}, {@code sslProvider}), and
 * {@code authParamMap}, which is another way to {@code authParams}.
 */
final class PulsarRemoteSettings {
    private static final ValueShape STORE_TYPES = ValueShapes.oneOf(Set.of("JKS", "PKCS12"));

    private static final AllowedSettings CLIENT = AllowedSettings.NONE
            .with(
                    NUMBER,
                    "autoCertRefreshSeconds",
                    "concurrentLookupRequest",
                    "connectionMaxIdleSeconds",
                    "connectionTimeoutMs",
                    "connectionsPerBroker",
                    "initialBackoffIntervalNanos",
                    "keepAliveIntervalSeconds",
                    "lookupTimeoutMs",
                    "maxBackoffIntervalNanos",
                    "maxLookupRedirects",
                    "maxLookupRequest",
                    "maxNumberOfRejectedRequestPerConnection",
                    "memoryLimitBytes",
                    "numIoThreads",
                    "numListenerThreads",
                    "operationTimeoutMs",
                    "readTimeoutMs",
                    "requestTimeoutMs",
                    "serviceUrlQuarantineInitDurationMs",
                    "serviceUrlQuarantineMaxDurationMs",
                    "statsIntervalSeconds")
            .with(
                    TRUTH,
                    "enableBusyWait",
                    "enableTransaction",
                    "tlsAllowInsecureConnection",
                    "tlsHostnameVerificationEnable",
                    "tracingEnabled",
                    "useKeyStoreTls",
                    "useTcpNoDelay",
                    "useTls")
            .with(WORDS, "listenerName")
            .with(TEXT, "description", "tlsKeyStorePassword", "tlsTrustStorePassword")
            .with(STORE_TYPES, "tlsKeyStoreType", "tlsTrustStoreType")
            .with(
                    FILE,
                    "tlsCertificateFilePath",
                    "tlsKeyFilePath",
                    "tlsKeyStorePath",
                    "tlsTrustCertsFilePath",
                    "tlsTrustStorePath")
            .with(ValueShapes.oneOf(LoginParametersShape.PLUGINS), LoginParametersShape.PLUGIN)
            .with(new LoginParametersShape(), "authParams");

    private static final AllowedSettings PRODUCER = AllowedSettings.NONE
            .with(
                    NUMBER,
                    "autoUpdatePartitionsIntervalSeconds",
                    "batchingMaxBytes",
                    "batchingMaxMessages",
                    "batchingMaxPublishDelayMicros",
                    "batchingPartitionSwitchFrequencyByPublishDelay",
                    "chunkMaxMessageSize",
                    "compressMinMsgBodySize",
                    "maxPendingMessages",
                    "maxPendingMessagesAcrossPartitions",
                    "sendTimeoutMs")
            .with(
                    TRUTH,
                    "autoUpdatePartitions",
                    "batchingEnabled",
                    "blockIfQueueFull",
                    "chunkingEnabled",
                    "lazyStartPartitionedProducers",
                    "multiSchema")
            .with(WORDS, "accessMode", "compressionType", "hashingScheme", "messageRoutingMode");

    private static final AllowedSettings CONSUMER = AllowedSettings.NONE
            .with(
                    NUMBER,
                    "ackTimeoutMillis",
                    "acknowledgementsGroupTimeMicros",
                    "autoUpdatePartitionsIntervalSeconds",
                    "expireTimeOfIncompleteChunkedMessageMillis",
                    "maxAcknowledgmentGroupSize",
                    "maxPendingChunkedMessage",
                    "maxTotalReceiverQueueSizeAcrossPartitions",
                    "negativeAckPrecisionBitCnt",
                    "negativeAckRedeliveryDelayMicros",
                    "patternAutoDiscoveryPeriod",
                    "priorityLevel",
                    "receiverQueueSize",
                    "tickDurationMillis")
            .with(
                    TRUTH,
                    "ackReceiptEnabled",
                    "autoAckOldestChunkedMessageOnQueueFull",
                    "autoScaledReceiverQueueSizeEnabled",
                    "autoUpdatePartitions",
                    "batchIndexAckEnabled",
                    "poolMessages",
                    "readCompacted",
                    "replicateSubscriptionState",
                    "resetIncludeHead",
                    "startPaused")
            .with(WORDS, "subscriptionInitialPosition", "subscriptionMode", "subscriptionType");

    /** Of all of these. */
    static final RemoteSettingsPolicy LIMITS = new RemoteSettingsPolicy(
            AllowedSettings.NONE
                    .with(ValueShapes.urls("pulsar", "pulsar+ssl", "http", "https"), "service.url")
                    .with(ValueShapes.urls("http", "https"), "admin.url")
                    .with(WORDS, "tenant", "subscription-type")
                    .with(NUMBER, "ensemble", "write-quorum", "ack-quorum"),
            Map.of(
                    SettingGroup.CLIENT, CLIENT,
                    SettingGroup.PRODUCER, PRODUCER,
                    SettingGroup.CONSUMER, CONSUMER,
                    SettingGroup.TOPIC, AllowedSettings.NONE.with(WORDS, NamespaceSettings.NAMES)));

    private PulsarRemoteSettings() {}
}
