package dev.assay.provision.rabbitmq;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.RabbitMqSpec;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.provision.ProgressListener;
import dev.assay.provision.ProvisionException;
import dev.assay.provision.cluster.Cluster;
import dev.assay.provision.cluster.ClusterFolders;
import dev.assay.provision.leash.Leash;

/** Starts RabbitMQ clusters on 127.0.0.1. */
public final class LocalRabbitMq {
    public LocalRabbitMq(Leash leash, ProgressListener progress) {}

    public Cluster deploy(
            RabbitMqSpec spec, VendorSettings settings, DurabilityLevel durability, ClusterFolders folders) {
        throw ProvisionException.system("not yet", null);
    }
}
