package dev.assay.systems.rabbitmq.deployment;

import dev.assay.deployment.cluster.Cluster;
import dev.assay.deployment.system.ClusterRequest;
import dev.assay.deployment.system.DeploymentContext;
import dev.assay.deployment.system.SystemPlugin;
import dev.assay.systems.rabbitmq.RabbitMqSpec;
import java.util.List;

/** RabbitMQ: what scenarios can say of it, and how it is brought up. */
public final class RabbitMqSystem implements SystemPlugin {
    @Override
    public String name() {
        return "rabbitmq";
    }

    @Override
    public Class<RabbitMqSpec> keys() {
        return RabbitMqSpec.class;
    }

    @Override
    public List<String> irrelevantToDurability() {
        return List.of(
                "version",
                "client-version",
                "stream-client-version",
                "memory",
                "uri",
                "admin.url",
                "stream.uri",
                "acknowledgement",
                "prefetch");
    }

    @Override
    public Cluster deploy(ClusterRequest request, DeploymentContext context) {
        return new LocalRabbitMq(context.supervisor(), context.progress())
                .isolating(request.isolation())
                .deploy((RabbitMqSpec) request.system(), request.settings(), request.durability(), request.folders());
    }
}
