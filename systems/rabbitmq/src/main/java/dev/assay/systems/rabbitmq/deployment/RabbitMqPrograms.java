package dev.assay.systems.rabbitmq.deployment;

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
record RabbitMqPrograms(RabbitMqInstallation installation, Erlang erlang, RabbitMqFiles files) {
    /** Erlang's port mapper, in the foreground: one that a node starts would outlive it. */
    ProcessSpec mapper(RabbitMqClusterPlan.Mapper mapper, RabbitMqClusterPlan plan) {
        String port = Integer.toString(plan.mapperPort());
        String host = mapper.node().host();
        List<String> command = List.of(erlang.epmd().toString(), "-port", port, "-address", host);
        return launch(mapper.name(), shared(mapper.node(), plan), command, plan.home());
    }

    /** A node. It takes the place of the script that starts it, so that it is the supervised process. */
    ProcessSpec node(RabbitMqNodePlan node, RabbitMqClusterPlan plan) {
        Map<String, String> variables = shared(node, plan);
        variables.put("RABBITMQ_NODENAME", node.erlangName());
        variables.put("RABBITMQ_CONFIG_FILE", files.configuration(node).toString());
        variables.put("RABBITMQ_ADVANCED_CONFIG_FILE", inside(node, "advanced.config"));
        variables.put("RABBITMQ_MNESIA_BASE", inside(node, "data"));
        variables.put("RABBITMQ_LOG_BASE", inside(node, "log"));
        variables.put("RABBITMQ_LOGS", "-");
        variables.put("RABBITMQ_ENABLED_PLUGINS_FILE", files.plugins(node).toString());
        variables.put("RABBITMQ_PID_FILE", inside(node, "pid"));
        variables.put("RABBITMQ_DIST_PORT", Integer.toString(node.ports().nodes()));
        variables.put("RABBITMQ_SCHEDULER_BIND_TYPE", RabbitMqNodeSettings.SCHEDULER_BIND_TYPE);
        variables.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", distribution(node) + " +sbwt none");
        // With input allowed the script becomes the node instead of waiting for it; -noinput then says that there is
        // none.
        variables.put("RABBITMQ_ALLOW_INPUT", "true");
        List<String> command = List.of(installation.script("rabbitmq-server").toString(), "-noinput");
        return launch(node.name(), variables, command, node.folder());
    }

    /** A short program that evaluates an Erlang expression within a node and prints what that prints. */
    ProcessSpec evaluate(RabbitMqNodePlan node, RabbitMqClusterPlan plan, String expression) {
        Map<String, String> variables = shared(node, plan);
        variables.put("RABBITMQ_CTL_ERL_ARGS", distribution(node));
        List<String> command =
                List.of(installation.script("rabbitmqctl").toString(), "--node", node.erlangName(), "eval", expression);
        String name = node.name() + "-settings";
        ProcessSpec launch = launch(name, variables, command, plan.home());
        return new ProcessSpec(
                name, launch.command(), Map.of(), plan.home(), plan.home().resolve(name + ".txt"));
    }

    /** Erlang's terms for: no port mapper of your own, and talk to other nodes on this address only. */
    private static String distribution(RabbitMqNodePlan node) {
        return "-start_epmd false -kernel inet_dist_use_interface {"
                + node.host().replace('.', ',') + "}";
    }

    private Map<String, String> shared(RabbitMqNodePlan node, RabbitMqClusterPlan plan) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("PATH", erlang.path());
        variables.put("HOME", plan.home().toString());
        variables.put("LANG", "C.UTF-8");
        variables.put("ERL_EPMD_PORT", Integer.toString(plan.mapperPort()));
        variables.put("ERL_EPMD_ADDRESS", node.host());
        variables.put("ERL_CRASH_DUMP_SECONDS", "0");
        variables.put("RABBITMQ_CONF_ENV_FILE", "/dev/null");
        variables.put("RABBITMQ_USE_LONGNAME", "true");
        return variables;
    }

    private ProcessSpec launch(String name, Map<String, String> variables, List<String> program, Path workFolder) {
        List<String> command = new ArrayList<>(List.of("/usr/bin/env", "-i"));
        variables.forEach((variable, value) -> command.add(variable + "=" + value));
        command.addAll(program);
        return new ProcessSpec(name, command, Map.of(), workFolder, files.log(name));
    }

    private static String inside(RabbitMqNodePlan node, String name) {
        return node.folder().resolve(name).toString();
    }
}
