package dev.assay.systems.kafka.driver;

import dev.assay.driver.limit.AllowedFolders;
import dev.assay.model.spec.VendorSettings;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Holds the limits against the client: whatever they take, the client must read as a login of the allowed modules, and as no
 * class and no file. An input is the name of a setting, a line's end, and its value.
 */
public final class KafkaRemoteSettingsFuzz {
    /** Attacks, and what is allowed, as inputs. */
    static final List<String> SEEDS = List.of(
            "sasl.jaas.config\n\"any.Class\" \"required\";",
            "sasl.jaas.config\n\"any\\056Class\" required user=\"\\057etc\\057passwd\";",
            "sasl.jaas.config\norg.apache.kafka.common.security.plain.PlainLoginModule required username=\"a\" password=\"b\";",
            "sasl.jaas.config\n/* x */ org.apache.kafka.common.security.scram.ScramLoginModule required username='a'; // b",
            "sasl.jaas.config\norg.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required clientId=\"a\" ssl.truststore.location=\"/etc/passwd\";",
            "sasl.jaas.config\norg.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule optional extension_a=\"b\" config.providers=\"file\";",
            "ssl.truststore.location\n-----BEGIN /../../etc/passwd",
            "ssl.truststore.certificates\n-----BEGIN CERTIFICATE----- QUJD -----END CERTIFICATE-----",
            "sasl.oauthbearer.token.endpoint.url\nfile:///etc/passwd",
            "sasl.oauthbearer.token.endpoint.url\nhttps://there/token",
            "sasl.oauthbearer.token.endpoint.url\nhttps://there\n,ere",
            "interceptor.classes\nany.Class",
            "config.providers\ndirectory",
            "sasl.kerberos.kinit.cmd\ntouch",
            "client.id\n${directory:/etc/ssh:id_rsa}",
            "sasl.jaas.config\norg.apache.kafka.common.security.plain.PlainLoginModule required username=\"\" password=\"a long user name with blanks, to be changed in the middle\";",
            "sasl.jaas.config\norg.apache.kafka.common.security.scram.ScramLoginModule required username=\"a long user name with blanks, to be changed in the middle\" password=\"a long user name with blanks, to be changed in the middle\";",
            "client.id\na long user name with blanks, to be changed in the middle, a long user name with blanks, to be changed in the middle",
            "ssl.keystore.password\na long user name with blanks, to be changed in the middle, a long user name with blanks, to be changed in the middle",
            "linger.ms\n5",
            "partitioner.class\norg.apache.kafka.clients.producer.RoundRobinPartitioner",
            "partitioner.class\nany.Class",
            "compression.type\nlz4");

    /** What means something to the client's parsers. */
    static final List<String> WORDS = List.of(
            "\"",
            "'",
            "\\",
            "\\056",
            "\\057",
            ";",
            "=",
            "//",
            "/*",
            "*/",
            "\n",
            " ",
            "#",
            ".",
            "$",
            "${file:",
            "}",
            "required",
            "sufficient",
            "ssl.engine.factory.class",
            "config.providers",
            "any.Class",
            "Class",
            "/etc/passwd",
            "file:",
            "url:",
            "-----BEGIN ",
            "-----END ",
            ",",
            "\u0000",
            "\u00a0",
            "http://");

    private static final Pattern OWN = Pattern.compile("org\\.apache\\.kafka\\.common\\.security\\."
            + "(plain\\.Plain|scram\\.Scram|oauthbearer\\.OAuthBearer)LoginModule");
    private static final Pattern OPTION = Pattern.compile(
            "username|password|tokenauth|clientId|clientSecret|scope|extension_\\w+|unsecuredLogin\\w+");
    private static final Pattern PARTITIONER =
            Pattern.compile("org\\.apache\\.kafka\\.clients\\.producer\\.(RoundRobin|UniformSticky)Partitioner");
    private static final Set<String> CLASSES =
            Set.of("interceptor.classes", "metric.reporters", "security.providers", "config.providers");

    private KafkaRemoteSettingsFuzz() {}

    /** What the fuzzer calls. */
    public static void fuzzerTestOneInput(byte[] input) {
        agree(new String(input, StandardCharsets.UTF_8));
    }

    /**
     * Whether the limits take the input.
     *
     * @throws AssertionError when they do although the client would do more with it than it may
     */
    static boolean agree(String input) {
        int end = input.indexOf('\n');
        String name = end < 0 ? "sasl.jaas.config" : input.substring(0, end);
        String value = input.substring(end + 1);
        VendorSettings settings = new VendorSettings(Map.of(), Map.of(name, value), Map.of(), Map.of(), Map.of());
        if (!KafkaRemoteSettings.LIMITS
                .problems("kafka", Map.of(), settings, AllowedFolders.NONE)
                .isEmpty()) {
            return false;
        }
        ConfigDef.ConfigKey key = ProducerConfig.configDef().configKeys().get(name);
        boolean loads = key == null
                || CLASSES.contains(name)
                || (key.type == ConfigDef.Type.CLASS
                        && !PARTITIONER.matcher(value).matches());
        must(!loads, "names a class", input);
        must(!name.endsWith(".location") && !name.endsWith(".file") && !name.endsWith(".cmd"), "names a file", input);
        Object read;
        try {
            read = asTheClientReads(name, value);
        } catch (ConfigException refusedByTheClient) {
            return true;
        }
        if (read instanceof Password password && name.equals("sasl.jaas.config")) {
            checkLogin(password, input);
        } else if (name.endsWith(".url") && read instanceof String url && !url.isEmpty()) {
            must(Set.of("http", "https").contains(scheme(url)), "names a file", input);
            must(url.chars().noneMatch(Character::isISOControl), "has a line's end in an address", input);
        } else if (read instanceof Password pem && name.matches("ssl\\..*(certificates|chain|store\\.key)")) {
            must(pem.value().startsWith("-----BEGIN "), "is not PEM", input);
        }
        return true;
    }

    /** As {@link java.net.URL} reads it, which the client makes of it: what is no address otherwise, it refuses itself. */
    private static String scheme(String url) {
        return url.strip().split(":", 2)[0].toLowerCase(Locale.ROOT);
    }

    private static @Nullable Object asTheClientReads(String name, String value) {
        Map<String, Object> given = new HashMap<>(Map.of(
                "bootstrap.servers", "127.0.0.1:1",
                "key.serializer", ByteArraySerializer.class,
                "value.serializer", ByteArraySerializer.class));
        given.put(name, value);
        ProducerConfig config = new ProducerConfig(given);
        must(value.equals(config.originals().get(name)), "is replaced by what a provider gives", name);
        return config.values().get(name);
    }

    private static void checkLogin(Password login, String input) {
        for (AppConfigurationEntry entry :
                JaasContext.loadClientContext(Map.of("sasl.jaas.config", login)).configurationEntries()) {
            must(OWN.matcher(entry.getLoginModuleName()).matches(), "loads another module", input);
            entry.getOptions().forEach((option, value) -> {
                must(OPTION.matcher(String.valueOf(option)).matches(), "has another option", input);
                must(!String.valueOf(value).contains("${"), "refers to something else", input);
            });
        }
    }

    private static void must(boolean holds, String otherwise, String input) {
        if (!holds) {
            throw new AssertionError("taken although it " + otherwise + ": " + input);
        }
    }
}
