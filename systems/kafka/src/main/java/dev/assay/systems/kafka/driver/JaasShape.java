package dev.assay.systems.kafka.driver;

import dev.assay.driver.limit.ValueShape;
import dev.assay.driver.limit.ValueShapes;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.jspecify.annotations.Nullable;

/**
 * Accepts logins that use only what their own text holds. The client's own parser, which loads no class, reads them, so that quotes,
 * escapes and comments mean the same here. Options are allowed by name too: from options of OAuth logins the client makes a TLS
 * configuration of its own, with files, classes and configuration providers.
 */
final class JaasShape implements ValueShape {
    private static final Map<String, Pattern> OPTIONS = Map.of(
            PlainLoginModule.class.getName(), Pattern.compile("username|password"),
            ScramLoginModule.class.getName(), Pattern.compile("username|password|tokenauth"),
            OAuthBearerLoginModule.class.getName(),
                    Pattern.compile(
                            "clientId|clientSecret|scope|extension_[A-Za-z]+|unsecuredLogin[A-Za-z]+(_[A-Za-z]+)?"));

    @Override
    public @Nullable String objection(String value, Surroundings surroundings) {
        JaasContext login;
        try {
            login = JaasContext.loadClientContext(Map.of(SaslConfigs.SASL_JAAS_CONFIG, new Password(value)));
        } catch (RuntimeException e) {
            // The message may quote the setting, passwords included.
            return "is not a login that this Kafka client can parse ("
                    + e.getClass().getSimpleName()
                    + "); it must be like: MODULE required username=\"NAME\" password=\"SECRET\";";
        }
        for (AppConfigurationEntry entry : login.configurationEntries()) {
            String problem = objection(entry, surroundings);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private static @Nullable String objection(AppConfigurationEntry entry, Surroundings surroundings) {
        Pattern allowed = OPTIONS.get(String.valueOf(entry.getLoginModuleName()));
        if (allowed == null) {
            return "names a class: a worker loads none for a caller that is not its owner, except for logging in with "
                    + OPTIONS.keySet().stream()
                            .map(module -> module.substring(module.lastIndexOf('.') + 1))
                            .sorted()
                            .collect(Collectors.joining(", "));
        }
        for (String option : entry.getOptions().keySet()) {
            // The parser gives null for a name that is a number.
            if (!allowed.matcher(String.valueOf(option)).matches()) {
                return "has an option that a worker does not accept from a caller that is not its owner, as it could name a class or a file; accepted are "
                        + allowed;
            }
        }
        for (Object option : entry.getOptions().values()) {
            String problem = ValueShapes.TEXT.objection(String.valueOf(option), surroundings);
            if (problem != null) {
                return "has an option that " + problem;
            }
        }
        return null;
    }
}
