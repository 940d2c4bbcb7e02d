package dev.assay.e2e;

import dev.assay.cluster.AssayCache;
import dev.assay.cluster.ProgressListener;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.artifact.ArtifactQuery;
import dev.assay.cluster.artifact.Coordinates;
import dev.assay.cluster.jvm.JavaCommand;
import dev.assay.cluster.node.FreePorts;
import dev.assay.host.process.ProcessSpec;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.SupervisedProcess;
import dev.assay.testing.tls.Certificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Starts an existing Kafka server for tests: its outer listener needs TLS and a login, its inner one lets everybody do everything. {@code
 * bench} logs in with SCRAM and may do everything. {@code guest} and {@code visitor} log in with PLAIN and may use only topics whose names
 * begin with {@code assay-}, and the first one such groups.
 */
final class SecuredKafka implements AutoCloseable {
    static final String PASSWORD = "hunter2-login";
    static final String THEIRS = "orders";

    private final ProcessSupervisor supervisor;
    private final int outside;
    private final Admin admin;

    private SecuredKafka(ProcessSupervisor supervisor, int outside, Admin admin) {
        this.supervisor = supervisor;
        this.outside = outside;
        this.admin = admin;
    }

    static SecuredKafka start(Path folder, Certificates certificates) throws Exception {
        AssayCache cache = AssayCache.standard();
        ProcessSupervisor supervisor = ProcessSupervisor.open(cache.leases());
        try {
            List<Integer> ports = FreePorts.RANDOM.take(3);
            Path properties =
                    Files.writeString(folder.resolve("server.properties"), settings(folder, certificates, ports));
            String jars = new ArtifactCache(cache, ProgressListener.SILENT)
                    .resolve(server())
                    .text();
            List<String> format = List.of("format", "-t", Uuid.randomUuid().toString(), "-c", properties.toString());
            launch(supervisor, new JavaCommand(jars, List.of("-Xmx128m"), "kafka.tools.StorageTool", format), folder)
                    .exit()
                    .get();
            launch(
                    supervisor,
                    new JavaCommand(jars, List.of("-Xmx256m"), "kafka.Kafka", List.of(properties.toString())),
                    folder);
            SecuredKafka kafka = new SecuredKafka(
                    supervisor,
                    ports.getFirst(),
                    Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + ports.get(1))));
            kafka.awaitReady();
            return kafka;
        } catch (Exception | Error e) {
            supervisor.close();
            throw e;
        }
    }

    /** Returns the same jars as a local cluster's, so that they are on this machine already. */
    private static ArtifactQuery server() {
        return ArtifactQuery.classPath(
                Coordinates.jar("org.apache.kafka", "kafka_2.13", "4.3.1"),
                Coordinates.parse("org.apache.logging.log4j:log4j-slf4j-impl:2.25.4"),
                Coordinates.parse("org.apache.logging.log4j:log4j-core:2.25.4"));
    }

    private static SupervisedProcess launch(ProcessSupervisor supervisor, JavaCommand command, Path folder) {
        return supervisor.start(
                new ProcessSpec("kafka", command.words(), Map.of(), folder, folder.resolve("kafka.log")));
    }

    private static String settings(Path folder, Certificates certificates, List<Integer> ports) {
        String clients = "OUTSIDE://127.0.0.1:%d,INSIDE://127.0.0.1:%d".formatted(ports.get(0), ports.get(1));
        return """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@127.0.0.1:%d
                listeners=%s,CONTROLLER://127.0.0.1:%d
                advertised.listeners=%s
                listener.security.protocol.map=OUTSIDE:SASL_SSL,INSIDE:PLAINTEXT,CONTROLLER:PLAINTEXT
                inter.broker.listener.name=INSIDE
                controller.listener.names=CONTROLLER
                sasl.enabled.mechanisms=SCRAM-SHA-512,PLAIN
                listener.name.outside.scram-sha-512.sasl.jaas.config=\
                org.apache.kafka.common.security.scram.ScramLoginModule required;
                listener.name.outside.plain.sasl.jaas.config=\
                org.apache.kafka.common.security.plain.PlainLoginModule required user_guest="%s" user_visitor="%s";
                ssl.keystore.type=PKCS12
                ssl.keystore.location=%s
                ssl.keystore.password=%s
                authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
                super.users=User:ANONYMOUS;User:bench
                auto.create.topics.enable=false
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=3
                group.initial.rebalance.delay.ms=0
                log.dirs=%s
                """.formatted(
                        ports.get(2),
                        clients,
                        ports.get(2),
                        clients,
                        PASSWORD,
                        PASSWORD,
                        certificates.keyStore(),
                        Certificates.PASSWORD,
                        folder.resolve("data"));
    }

    private void awaitReady() throws Exception {
        Until.holds("Kafka serves", Duration.ofMinutes(1), this::serves);
        ScramCredentialInfo scram = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
        admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion("bench", scram, PASSWORD)))
                .all()
                .get();
        admin.createAcls(List.of(
                        allowed(ResourceType.TOPIC, "guest"),
                        allowed(ResourceType.GROUP, "guest"),
                        allowed(ResourceType.TOPIC, "visitor")))
                .all()
                .get();
        admin.createTopics(List.of(new NewTopic(THEIRS, Optional.of(1), Optional.empty())))
                .all()
                .get();
    }

    private static AclBinding allowed(ResourceType type, String user) {
        return new AclBinding(
                new ResourcePattern(type, "assay-", PatternType.PREFIXED),
                new AccessControlEntry("User:" + user, "*", AclOperation.ALL, AclPermissionType.ALLOW));
    }

    private boolean serves() throws InterruptedException {
        try {
            return !admin.describeCluster(new DescribeClusterOptions().timeoutMs(1000))
                    .nodes()
                    .get()
                    .isEmpty();
        } catch (ExecutionException notYet) {
            return false;
        }
    }

    /** Returns the address that needs TLS and a login. */
    String address() {
        return "127.0.0.1:" + outside;
    }

    /** Returns all topics but Kafka's own. */
    Set<String> topics() throws Exception {
        return admin.listTopics().names().get();
    }

    /** Deletes all topics except the foreign one, and returns their names. */
    String deleteOthers() throws Exception {
        Set<String> others = new TreeSet<>(topics());
        others.remove(THEIRS);
        admin.deleteTopics(others).all().get();
        return String.join(" ", others);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
        supervisor.close();
    }
}
