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
 * How RabbitMQ's programs are run: with nothing of Assay's own environment, in which variables of another RabbitMQ may be
 * set. See https://www.rabbitmq.com/docs/configure#supported-environment-variables and epmd(1).
 */
record RabbitMqPrograms(RabbitMqInstallation installation, Erlang erlang, Site site) {
    /** The home folder of all of them, with a cookie of its own: no other Erlang program can meddle. */
    Path home() {
        return site.folder().resolve("home");
    }

    static Path plugins(Place node) {
        return node.folder().resolve("enabled_plugins");
    }

    /** Erlang's port mapper, in the foreground: one that a node starts would outlive it. */
    ProcessSpec mapper(Place node) {
        String name = "epmd-" + (site.places().indexOf(node) + 1);
        List<String> command = List.of(erlang.epmd().toString(), "-port", mapperPort(), "-address", node.host());
        return site.server(name, inEnvironment(shared(node), command), home());
    }

    /** A node. It takes the place of the script that starts it, so that it is the supervised process. */
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

    /** A short program that prints what a node runs with. */
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

    /** Erlang's terms for: no port mapper of your own, and talk to other nodes on this address only. */
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
