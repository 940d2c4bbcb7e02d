package dev.assay.model.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesServersTest {
    private static final KubernetesServers NAMED = new KubernetesServers("my-cluster", "kafka", "", "", "", "", "");

    @ParameterizedTest
    @ValueSource(strings = {"../secrets", "a/b", "A", "a b", "-a", "a?b", "a%2fb"})
    void namesAreThoseOfKubernetesAndLeadNowhereElse(String name) {
        assertThatThrownBy(() -> new KubernetesServers(name, "", "", "", "", "", ""))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("must be a name as Kubernetes has it");
        assertThatThrownBy(() -> new KubernetesServers("a", "", "", "", name, "", ""))
                .isInstanceOf(InvalidValueException.class);
    }

    @Test
    void aNameIsNeededByAllElse() {
        assertThatThrownBy(() -> new KubernetesServers("", "kafka", "", "", "", "", ""))
                .hasMessageContaining("name must say which servers");
        assertThat(KubernetesServers.NONE.areNamed()).isFalse();
    }

    private static Servers servers(Deployment deployment, KubernetesServers kubernetes) {
        return new Servers(deployment, NodeDisks.USUAL, 0, kubernetes);
    }

    @Test
    void oneWayLeadsToServersOfOthers() {
        Servers named = servers(Deployment.EXISTING, NAMED);
        Servers existing = servers(Deployment.EXISTING, KubernetesServers.NONE);
        assertThatCode(() -> named.check("url", "", "nats://host")).doesNotThrowAnyException();
        assertThatCode(() -> existing.check("url", "nats://a", "nats://host")).doesNotThrowAnyException();
        assertThatCode(() -> Servers.LOCAL.check("url", "nats://a", "nats://host"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> servers(Deployment.LOCAL, NAMED)).hasMessageContaining("deployment is local");
        assertThatThrownBy(() -> named.check("url", "nats://a", "nats://host"))
                .hasMessageContaining("but url says it, too");
        assertThatThrownBy(() -> existing.check("url", "", "nats://host"))
                .hasMessageContaining("url must say where the cluster is (nats://host)");
    }

    @Test
    void peopleAreToldTheNameWhereThereIsNoAddress() {
        assertThat(NAMED.or("")).isEqualTo("my-cluster in Kubernetes, namespace kafka");
        assertThat(KubernetesServers.NONE.or("a:1")).isEqualTo("a:1");
    }

    @Test
    void theScenariosOwnSettingsWinOverWhatWasFound() {
        VendorSettings settings = new VendorSettings(Map.of("a", "mine"), Map.of(), Map.of(), Map.of(), Map.of());
        assertThat(settings.withClient(Map.of("a", "found", "b", "found")).client())
                .containsOnly(entry("a", "mine"), entry("b", "found"));
    }
}
