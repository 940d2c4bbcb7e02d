import dev.assay.cluster.AssayCache;
import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.artifact.ArtifactQuery;
import dev.assay.cluster.artifact.Coordinates;
import dev.assay.model.setting.SettingGroup;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.FieldModel;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Writes the lists of setting names anew from the vendors' artifacts, for the releases that each list names at its head. To be
 * run by {@code bin/setting-names}, with the distribution on the class path.
 *
 * <p>Names of clients are what the drivers find in the clients. Those of servers: Kafka's are asked of its KafkaConfig, Pulsar's
 * and BookKeeper's read from the classes that have them, RabbitMQ's from the schemas at the tags of its repository. The list of
 * nats-server, which has no such place, is kept by hand.
 */
final class SettingNames {
    private static final String EARLIER = "# in earlier releases only:";

    /** What plug-ins of a Kafka server name is known to them alone; its authorizer is one. */
    private static final Set<String> OF_KAFKA_PLUGINS = Set.of(
            "allow.everyone.if.no.acl.found",
            "super.users",
            "config.providers.*",
            "listener.name.*",
            "metrics.jmx.*",
            "rlmm.config.*",
            "rsm.config.*");

    /** What a broker of Pulsar hands on to its clients, and what only the broker.conf of its releases knows. */
    private static final Set<String> ONLY_PULSARS = Set.of(
            "bookkeeper_*", "brokerClient_*", "bookkeeperClientMinAvailableBookiesInIsolationGroups");

    private static final String PULSAR = "org.apache.pulsar";
    private static final String BOOKKEEPER = "org.apache.bookkeeper";

    /** A class that has names of settings as its fields, or as constants; without any in releases that lack it. */
    private record Owner(String group, String artifact, String type, boolean areFields, String names) {
        static Owner fields(String artifact, String type, String names) {
            return new Owner(PULSAR, artifact, PULSAR + "." + type, true, names);
        }

        static Owner constants(String artifact, String type, String names) {
            return new Owner(PULSAR, artifact, PULSAR + ".broker.authentication." + type, false, names);
        }

        static Owner ofBookies(String group, String artifact, String type) {
            String name = "(?!(available|standard|system)$)[a-z]\\w+";
            return new Owner(group, artifact, BOOKKEEPER + "." + type, false, name);
        }
    }

    private static final List<Owner> OF_BROKERS = List.of(
            Owner.fields("pulsar-broker-common", "broker.ServiceConfiguration", "(?!properties$).*"),
            Owner.fields("pulsar-common", "common.policies.data.OffloadPoliciesImpl", ".*"),
            Owner.constants("pulsar-broker-common", "AuthenticationProviderToken", "token[A-Z]\\w+"),
            Owner.constants("pulsar-broker-common", "AuthenticationProviderBasic", "basic\\w+"));

    /** Plug-ins with names of their own, which are not published with each release; taken from {@link #WITH_PLUGINS}. */
    private static final List<Owner> OF_BROKERS_PLUGINS = List.of(
            Owner.constants("pulsar-broker-auth-athenz", "AuthenticationProviderAthenz", "athenz\\w+"),
            Owner.constants("pulsar-broker-auth-oidc", "oidc.AuthenticationProviderOpenID", "openID\\w+"));
    private static final String WITH_PLUGINS = "4.0.8";
    private static final List<Owner> OF_BOOKIES = List.of(
            Owner.ofBookies(BOOKKEEPER, "bookkeeper-server", "conf.AbstractConfiguration"),
            Owner.ofBookies(BOOKKEEPER, "bookkeeper-server", "conf.ClientConfiguration"),
            Owner.ofBookies(BOOKKEEPER, "bookkeeper-server", "conf.ServerConfiguration"),
            Owner.ofBookies(BOOKKEEPER, "bookkeeper-server", "bookie.storage.ldb.DbLedgerStorage"),
            Owner.ofBookies(BOOKKEEPER, "bookkeeper-server", "bookie.storage.ldb.KeyValueStorageRocksDB"),
            Owner.ofBookies(BOOKKEEPER, "bookkeeper-server", "client.TopologyAwareEnsemblePlacementPolicy"),
            Owner.ofBookies(BOOKKEEPER + ".http", "http-server", "http.HttpServerLoader"),
            Owner.ofBookies(
                    BOOKKEEPER + ".stats",
                    "prometheus-metrics-provider",
                    "stats.prometheus.PrometheusMetricsProvider"));

    /** The driver of RabbitMQ needs both clients there; which release of this one makes no difference to the other's names. */
    private static final Coordinates OTHER_CLIENT = Coordinates.jar("com.rabbitmq", "stream-client", "1.11.0");

    private static final Pattern BOOKKEEPERS_VERSION = Pattern.compile("<bookkeeper.version>([^<]+)<");
    private static final String SCHEMAS = ":(glob)deps/*/priv/schema/*";
    private static final Pattern MAPPING = Pattern.compile("\\{\\s*(?:mapping|alias)\\s*,\\s*\"([^\"]+)\"");
    private static final Pattern INCLUDED = Pattern.compile(
            "\\{\\s*include_partial\\s*,\\s*\\{rabbit,\\s*\"([^\"]+)\"}\\s*,\\s*\\[\\s*\\{prefix,\\s*\"([^\"]+)\"([^\\]]*)]");

    private interface NamesOfRelease {
        Set<String> of(String release) throws Exception;
    }

    private final ArtifactCache cache = new ArtifactCache(AssayCache.standard(), System.err::println);
    private final String rabbitMq;

    private SettingNames(String rabbitMq) {
        this.rabbitMq = rabbitMq;
    }

    public static void main(String[] arguments) throws Exception {
        new SettingNames(arguments[0]).writeAll();
    }

    private void writeAll() throws Exception {
        for (SettingGroup group : SettingGroup.values()) {
            if (group != SettingGroup.BROKER) {
                write("kafka", group.toString(), release -> ofKafkasClient(release, group));
            }
        }
        write("nats", "client", this::ofNatsClient);
        write("pulsar", "client", release -> in(ofPulsarsClient("Client"), release));
        write("pulsar", "producer", release -> in(ofPulsarsClient("Producer"), release));
        write("pulsar", "consumer", release -> in(ofPulsarsClient("Consumer"), release));
        write("rabbitmq", "client", release -> asked("amqp-client", release, "connections"));
        write("rabbitmq", "producer", release -> asked("amqp-client", release, "messages"));
        write("rabbitmq", "stream-client", release -> asked("stream-client", release, "environments"));
        write("rabbitmq", "stream-producer", release -> asked("stream-client", release, "streamProducers"));
        write("rabbitmq", "stream-consumer", release -> asked("stream-client", release, "streamConsumers"));
        write("kafka", "broker", this::ofKafka);
        write("pulsar", "broker", this::ofPulsar);
        write("rabbitmq", "broker", this::ofRabbitMq);
    }

    private static void write(String system, String list, NamesOfRelease names) throws Exception {
        Path file = Path.of("systems/%1$s/src/main/resources/dev/assay/systems/%1$s/settings/%2$s.txt"
                .formatted(system, list));
        List<String> text = new ArrayList<>(Files.readAllLines(file));
        text.removeIf(line -> !line.startsWith("# ") || line.equals(EARLIER));
        String releases = text.getLast().replaceFirst("^# releases: ", "");
        Set<String> earlier = new TreeSet<>();
        Set<String> newest = Set.of();
        for (String release : releases.split(", ", -1)) {
            earlier.addAll(newest);
            newest = names.of(release);
            System.err.printf("%s/%s %s: %d names%n", system, list, release, newest.size());
        }
        earlier.removeAll(newest);
        if (newest.isEmpty()) {
            throw new IllegalStateException("no names of " + system + "/" + list);
        }
        text.addAll(new TreeSet<>(newest));
        if (!earlier.isEmpty()) {
            text.add(EARLIER);
            text.addAll(earlier);
        }
        Files.write(file, text);
    }

    private Set<String> ofKafkasClient(String release, SettingGroup group) throws Exception {
        try (URLClassLoader loader = withClient(Coordinates.jar("org.apache.kafka", "kafka-clients", release))) {
            Field field = loader.loadClass("dev.assay.systems.kafka.driver.KafkaClientNames").getDeclaredField("KNOWN");
            field.setAccessible(true);
            Class<?> type = loader.loadClass(SettingGroup.class.getName());
            Object ofGroup = type.getMethod("valueOf", String.class).invoke(null, group.name());
            Object names = ((Map<?, ?>) field.get(null)).get(ofGroup);
            return strings(names.getClass().getMethod("entries").invoke(names));
        }
    }

    private Set<String> ofNatsClient(String release) throws Exception {
        try (URLClassLoader loader = withClient("nats", Coordinates.jar("io.nats", "jnats", release))) {
            Method method = loader.loadClass("dev.assay.systems.nats.driver.NatsClientNames")
                    .getDeclaredMethod("connections");
            method.setAccessible(true);
            return strings(method.invoke(null));
        }
    }

    private static Owner ofPulsarsClient(String part) {
        return Owner.fields("pulsar-client", "client.impl.conf." + part + "ConfigurationData", ".*");
    }

    private Set<String> asked(String artifact, String release, String question) throws Exception {
        Coordinates client = Coordinates.jar("com.rabbitmq", artifact, release);
        try (URLClassLoader loader = withClient(client, OTHER_CLIENT)) {
            Method method = loader.loadClass("dev.assay.systems.rabbitmq.driver.RabbitMqClientNames")
                    .getDeclaredMethod(question);
            method.setAccessible(true);
            return strings(method.invoke(null));
        }
    }

    /** The systems' classes again, with that client: this program's own are without any. */
    private URLClassLoader withClient(Coordinates... clients) throws IOException {
        List<Path> jars = fetch(ArtifactQuery.classPath(clients));
        try (DirectoryStream<Path> own = Files.newDirectoryStream(Path.of("dist/target/assay/cli"))) {
            own.forEach(jars::add);
        }
        return loader(jars, ClassLoader.getPlatformClassLoader());
    }

    /** Kafka looks for the classes that are defaults of settings in the thread's. */
    private static URLClassLoader loader(List<Path> jars, ClassLoader parent) throws IOException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        URLClassLoader loader = new URLClassLoader(urls, parent);
        Thread.currentThread().setContextClassLoader(loader);
        return loader;
    }

    private Set<String> ofKafka(String release) throws Exception {
        ArtifactQuery server = ArtifactQuery.classPath(Coordinates.jar("org.apache.kafka", "kafka_2.13", release));
        try (URLClassLoader loader = loader(fetch(server), ClassLoader.getPlatformClassLoader())) {
            Object names = loader.loadClass("kafka.server.KafkaConfig").getMethod("configNames").invoke(null);
            Object joined = names.getClass().getMethod("mkString", String.class).invoke(names, ",");
            Set<String> all = new TreeSet<>(Arrays.asList(String.valueOf(joined).split(",", -1)));
            all.addAll(OF_KAFKA_PLUGINS);
            return all;
        }
    }

    private Set<String> ofPulsar(String release) throws Exception {
        Set<String> names = new TreeSet<>(ONLY_PULSARS);
        for (Owner owner : OF_BROKERS) {
            names.addAll(in(owner, release));
        }
        for (Owner owner : OF_BROKERS_PLUGINS) {
            names.addAll(in(owner, WITH_PLUGINS));
        }
        Path parent = fetch(alone(new Coordinates(PULSAR, "pulsar", "pom", "", release))).getFirst();
        Matcher version = BOOKKEEPERS_VERSION.matcher(Files.readString(parent));
        if (!version.find()) {
            throw new IllegalStateException("no version of BookKeeper in " + parent);
        }
        for (Owner owner : OF_BOOKIES) {
            in(owner, version.group(1)).forEach(name -> names.add("bookie." + name));
        }
        return names;
    }

    private Set<String> in(Owner owner, String release) throws IOException {
        Path jar = fetch(alone(Coordinates.jar(owner.group(), owner.artifact(), release))).getFirst();
        Set<String> names = new TreeSet<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry type = zip.getEntry(owner.type().replace('.', '/') + ".class");
            if (type == null) {
                System.err.println(jar + " has no " + owner.type());
                return Set.of();
            }
            try (InputStream in = zip.getInputStream(type)) {
                for (FieldModel field : ClassFile.of().parse(in.readAllBytes()).fields()) {
                    names.add(owner.areFields() ? ofField(field) : ofConstant(field));
                }
            }
        }
        names.removeIf(name -> name.isEmpty() || !name.matches(owner.names()));
        return names;
    }

    private static String ofField(FieldModel field) {
        boolean isSetting = !field.flags().has(AccessFlag.STATIC) && !field.flags().has(AccessFlag.TRANSIENT);
        return isSetting ? field.fieldName().stringValue() : "";
    }

    private static String ofConstant(FieldModel field) {
        return field.findAttribute(Attributes.constantValue())
                .filter(value -> value.constant() instanceof StringEntry)
                .map(value -> ((StringEntry) value.constant()).stringValue())
                .orElse("");
    }

    private Set<String> ofRabbitMq(String release) throws IOException, InterruptedException {
        Path archive = Files.createTempFile("rabbitmq-schemas", ".zip");
        try {
            int left = new ProcessBuilder("git", "-C", rabbitMq, "archive", "-o", archive.toString(), "v" + release, SCHEMAS)
                    .inheritIO()
                    .start()
                    .waitFor();
            if (left != 0) {
                throw new IOException("git has no schemas of RabbitMQ " + release + " in " + rabbitMq);
            }
            return inSchemas(archive);
        } finally {
            Files.delete(archive);
        }
    }

    private static Set<String> inSchemas(Path archive) throws IOException {
        Set<String> names = new TreeSet<>();
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                if (entry.getName().endsWith(".schema")) {
                    String schema = withoutComments(zip, entry.getName());
                    addMappings(schema, "", names);
                    Matcher included = INCLUDED.matcher(schema);
                    while (included.find()) {
                        String partial = "deps/rabbit/priv/schema/" + included.group(1) + ".partial";
                        addMappings(withoutComments(zip, partial), included.group(2) + ".", names);
                        if (included.group(3).contains("disable_with")) {
                            names.add(included.group(2));
                        }
                    }
                }
            }
        }
        return names;
    }

    private static void addMappings(String schema, String prefix, Set<String> names) {
        Matcher mapping = MAPPING.matcher(schema);
        while (mapping.find()) {
            names.add(prefix + mapping.group(1));
        }
    }

    private static String withoutComments(ZipFile zip, String entry) throws IOException {
        try (InputStream in = zip.getInputStream(zip.getEntry(entry))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^\\s*%.*$", "");
        }
    }

    private static Set<String> strings(Object set) {
        Set<String> strings = new TreeSet<>();
        ((Set<?>) set).forEach(each -> strings.add((String) each));
        return strings;
    }

    private List<Path> fetch(ArtifactQuery query) {
        List<Path> files = new ArrayList<>();
        cache.resolve(query).artifacts().forEach(artifact -> files.add(artifact.file()));
        return files;
    }

    private static ArtifactQuery alone(Coordinates what) {
        return new ArtifactQuery(List.of(what), List.of(), List.of(), false);
    }
}
