package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.local.Place;
import dev.assay.cluster.local.Site;
import dev.assay.cluster.node.ServerSettingsFile.Form;
import dev.assay.host.process.ProcessSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs RabbitMQ's programs without Assay's own environment, in which variables of another RabbitMQ may be set. See
 * https://www.rabbitmq.com/docs/configure#supported-environment-variables and epmd(1).
 */
record RabbitMqPrograms(RabbitMqInstallation installation, Erlang erlang, Site site) {
    /** Returns the home folder of all programs, with a cookie of its own, so that no other Erlang program can interfere. */
    Path home() {
        return site.folder().resolve("home");
    }

    static Path plugins(Place node) {
        return node.folder().resolve("enabled_plugins");
    }

    /** Runs Erlang's port mapper in the foreground: one that a node starts would outlive it. */
    ProcessSpec mapper(Place node) {
        String name = "epmd-" + (site.places().indexOf(node) + 1);
        List<String> command = List.of(erlang.epmd().toString(), "-port", mapperPort(), "-address", node.host());
        return site.server(name, inEnvironment(shared(node), command), home());
    }

    /** Runs a node, which replaces the script that starts it, so that the node is the supervised process. */
    ProcessSpec node(Place node) {
        Map<String, String> variables = shared(node);
        variables.put("RABBITMQ_NODENAME", RabbitMqRecipe.erlangName(node));
        variables.put("RABBITMQ_CONFIG_FILE", node.settings(Form.LINES).toString());
        variables.put("RABBITMQ_ADVANCED_CONFIG_FILE", inside(node, "advanced.config"));
        variables.put("RABBITMQ_MNESIA_BASE", inside(node, "data"));
        variables.put("RABBITMQ_LOG_BASE", inside(node, "log"));
        variables.put("RABBITMQ_LOGS", "-");
        variables.put("RABBITMQ_ENABLED_PLUGINS_FILE", plugins(node).toString());
        variables.put("RABBITMQ_PID_FILE", inside(node, "pid"));
        variables.put("RABBITMQ_DIST_PORT", Integer.toString(node.port(RabbitMqRecipe.NODES)));
        variables.put("RABBITMQ_SCHEDULER_BIND_TYPE", RabbitMqNodeSettings.SCHEDULER_BIND_TYPE);
        variables.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", distribution(node) + " +sbwt none");
        // With input allowed the script becomes the node instead of waiting for it; -noinput then says that there is
        // none.
        variables.put("RABBITMQ_ALLOW_INPUT", "true");
        List<String> command = List.of(installation.script("rabbitmq-server").toString(), "-noinput");
        return site.server(node.name(), inEnvironment(variables, command), node.folder());
    }

    ProcessSpec askForSettings(Place node) {
        Map<String, String> variables = shared(node);
        variables.put("RABBITMQ_CTL_ERL_ARGS", distribution(node));
        List<String> command = List.of(
                installation.script("rabbitmqctl").toString(),
                "--node",
                RabbitMqRecipe.erlangName(node),
                "eval",
                EffectiveNodeSettings.EXPRESSION);
        String name = node.name() + "-settings";
        return new ProcessSpec(
                name, inEnvironment(variables, command), Map.of(), home(), home().resolve(name + ".txt"));
    }

    /** Returns Erlang's terms that start no port mapper, and talk to other nodes on this address only. */
    private static String distribution(Place node) {
        return "-start_epmd false -kernel inet_dist_use_interface {"
                + node.host().replace('.', ',') + "}";
    }

    private String mapperPort() {
        return Integer.toString(site.places().getFirst().port(RabbitMqRecipe.MAPPER));
    }

    private Map<String, String> shared(Place node) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("PATH", erlang.path());
        variables.put("HOME", home().toString());
        variables.put("LANG", "C.UTF-8");
        variables.put("ERL_EPMD_PORT", mapperPort());
        variables.put("ERL_EPMD_ADDRESS", node.host());
        variables.put("ERL_CRASH_DUMP_SECONDS", "0");
        variables.put("RABBITMQ_CONF_ENV_FILE", "/dev/null");
        variables.put("RABBITMQ_USE_LONGNAME", "true");
        return variables;
    }

    private static List<String> inEnvironment(Map<String, String> variables, List<String> program) {
        List<String> command = new ArrayList<>(List.of("/usr/bin/env", "-i"));
        variables.forEach((variable, value) -> command.add(variable + "=" + value));
        command.addAll(program);
        return command;
    }

    private static String inside(Place node, String name) {
        return node.folder().resolve(name).toString();
    }
}
