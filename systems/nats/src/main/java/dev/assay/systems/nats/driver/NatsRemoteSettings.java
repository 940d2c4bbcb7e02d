package dev.assay.systems.nats.driver;

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
import dev.assay.systems.nats.JetStreamSettings;
import java.util.Map;

/** What the NATS client can be told by a caller that is not the worker's owner: nothing that names a class. */
final class NatsRemoteSettings {
    private static final ValueShape SERVERS = ValueShapes.urls("nats", "tls");
    private static final ValueShape PAGES = ValueShapes.urls("http", "https");
    private static final String PREFIX = "io.nats.client.";

    private static final AllowedSettings CLIENT = AllowedSettings.NONE
            .with(
                    NUMBER,
                    PREFIX + "cleanupinterval",
                    PREFIX + "maxpings",
                    PREFIX + "outgoingqueue.maxmessages",
                    PREFIX + "pinginterval",
                    PREFIX + "reconnect.buffer.size",
                    PREFIX + "reconnect.jitter",
                    PREFIX + "reconnect.jitter.tls",
                    PREFIX + "reconnect.max",
                    PREFIX + "reconnect.wait",
                    PREFIX + "socket.read.timeout.ms",
                    PREFIX + "socket.receive.buffer.size",
                    PREFIX + "socket.send.buffer.size",
                    PREFIX + "socket.so.linger",
                    PREFIX + "socket.write.timeout",
                    PREFIX + "timeout",
                    PREFIX + "writeQueuePushTimeout",
                    "max.control.line")
            .with(
                    TRUTH,
                    PREFIX + "clientsidelimitchecks",
                    PREFIX + "force.flush.on.request",
                    PREFIX + "noecho",
                    PREFIX + "norandomize",
                    PREFIX + "pedantic",
                    PREFIX + "secure",
                    PREFIX + "tls.first",
                    PREFIX + "verbose",
                    "ignore.discovered.servers")
            .with(WORDS, PREFIX + "tls.algorithm", "inbox.prefix")
            .with(
                    TEXT,
                    PREFIX + "username",
                    PREFIX + "password",
                    PREFIX + "token",
                    PREFIX + "keyStorePassword",
                    PREFIX + "trustStorePassword")
            .with(FILE, PREFIX + "credential.path", PREFIX + "keyStore", PREFIX + "trustStore");

    /** Of all of these. An empty file name is none. */
    static final RemoteSettingsPolicy LIMITS = new RemoteSettingsPolicy(
            AllowedSettings.NONE
                    .with(SERVERS, "url")
                    .with(PAGES, "monitor.url")
                    .with((value, around) -> value.isEmpty() ? null : FILE.objection(value, around), "nkey.file")
                    .with(WORDS, "storage", "retention", "acknowledgement")
                    .with(NUMBER, "replication", "prefetch"),
            Map.of(
                    SettingGroup.CLIENT,
                    CLIENT,
                    SettingGroup.CONSUMER,
                    AllowedSettings.NONE
                            .with(TEXT, JetStreamSettings.CONSUMER.names().entries())
                            .with(TEXT, JetStreamSettings.PULL.names().entries()),
                    SettingGroup.TOPIC,
                    AllowedSettings.NONE.with(
                            TEXT, JetStreamSettings.STREAM.names().entries())));

    private NatsRemoteSettings() {}
}
