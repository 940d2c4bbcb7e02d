package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.driver.TopicSpec;
import dev.assay.model.spec.VendorSettings;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.junit.jupiter.api.Test;

/** Creates and deletes topics by an administration that answers with errors. */
class PulsarTopicsTest {
    private static final TopicSpec TOPIC = new TopicSpec("assay-1", 1, List.of("s"));

    /** Deletes a topic where the first answers have that code, and returns the number of requests. */
    private static int deletionsOfTopic(int code, int times) throws Exception {
        try (Administration administration = new Administration(code, times);
                PulsarAdmin admin = administration.client()) {
            new PulsarTopics(admin, new Namespaces(admin, Map.of()), "public").delete(List.of(TOPIC));
            return administration.deletions();
        }
    }

    /** Deletes a namespace where the first answers have that code, and returns the number of requests. */
    private static int deletionsOfNamespace(int code, int times) throws Exception {
        try (Administration administration = new Administration(code, times);
                PulsarAdmin admin = administration.client()) {
            new Namespaces(admin, Map.of()).deleteEmpty("public/assay");
            return administration.deletions();
        }
    }

    @Test
    void aBrokerThatFailsToDeleteIsAskedAgain() throws Exception {
        assertThat(deletionsOfTopic(500, 2)).isEqualTo(3);
        assertThat(deletionsOfNamespace(500, 2)).isEqualTo(3);
    }

    @Test
    void aNamespaceWhoseBundleWasJustSplitIsDeletedAgain() throws Exception {
        assertThat(deletionsOfNamespace(412, 2)).isEqualTo(3);
    }

    @Test
    void whatIsGoneAlreadyIsNoError() throws Exception {
        assertThat(deletionsOfTopic(404, 1)).isEqualTo(1);
        assertThat(deletionsOfNamespace(404, 1)).isEqualTo(1);
    }

    @Test
    void aRefusalIsToldAtOnce() {
        assertThatThrownBy(() -> deletionsOfTopic(412, 1))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("deleting the topic assay-1");
        assertThatThrownBy(() -> deletionsOfNamespace(403, 1))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining("deleting the namespace public/assay");
    }

    @Test
    void nothingIsDeletedInANamespaceOfOthers() throws Exception {
        try (Administration administration = new Administration(500, 0).ofOthers();
                PulsarAdmin admin = administration.client()) {
            PulsarTopics topics = new PulsarTopics(admin, new Namespaces(admin, Map.of()), "public");
            assertThatThrownBy(() -> topics.delete(List.of(TOPIC)))
                    .isInstanceOf(DriverException.class)
                    .hasMessage("the namespace public/assay is not marked as Assay's (property created-by),"
                            + " so nothing in it is deleted");
            assertThat(administration.deletions()).isZero();
        }
    }

    @Test
    void aNamespaceWithTopicsOfOthersStaysAndIsTold() throws Exception {
        String theirs = "persistent://public/assay/orders";
        try (Administration administration = new Administration(500, 0).holding(theirs);
                PulsarAdmin admin = administration.client()) {
            PulsarTopics topics = new PulsarTopics(admin, new Namespaces(admin, Map.of()), "public");
            topics.delete(List.of(TOPIC));
            assertThat(topics.deleteEmptyNamespaces()).isEqualTo(Map.of("public/assay", List.of(theirs)));
            assertThat(administration.deletions()).as("of the topic only").isEqualTo(1);
        }
    }

    @Test
    void anEmptyNamespaceIsWhatItsTopicsHaveLeft() throws Exception {
        try (Administration administration = new Administration(500, 0);
                PulsarAdmin admin = administration.client()) {
            PulsarTopics topics = new PulsarTopics(admin, new Namespaces(admin, Map.of()), "public");
            assertThat(topics.existing(List.of(TOPIC))).containsExactly("assay-1");
        }
    }

    @Test
    void aTopicThatCannotBeDeletedDoesNotKeepTheOthersAndWhatIsLeftIsSaid() throws Exception {
        List<TopicSpec> topics = IntStream.rangeClosed(1, 250)
                .mapToObj(number -> new TopicSpec("assay-" + number, 40, List.of("s")))
                .toList();
        try (Administration administration = new Administration(412, 1);
                PulsarAdmin admin = administration.client()) {
            PulsarTopics all = new PulsarTopics(admin, new Namespaces(admin, Map.of()), "public");
            assertThatThrownBy(() -> all.delete(topics))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("deleting the topic assay-")
                    .hasMessageContaining("1 of 250 topics are left, with 40 partitions: assay-");
            assertThat(administration.deletions()).isEqualTo(250);
        }
    }

    @Test
    void aCreationThatFailsLeavesNoNamespace() throws Exception {
        try (Administration administration = new Administration(500, 0).refusingTopics();
                PulsarAdmin admin = administration.client()) {
            Map<String, Setting> settings =
                    PulsarSettingsTest.resolve(VendorSettings.NONE).topic();
            PulsarTopics topics = new PulsarTopics(admin, new Namespaces(admin, settings), "public");
            assertThatThrownBy(() -> topics.create(List.of(TOPIC), (_, _) -> {}))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("creating the topic assay-1");
            assertThat(administration.deletions()).isZero();
            topics.deleteEmptyNamespaces();
            assertThat(administration.deletions()).isEqualTo(1);
        }
    }

    @Test
    void aNamespaceIsAssaysFromItsFirstMomentOn() throws Exception {
        try (Administration administration = new Administration(500, 0);
                PulsarAdmin admin = administration.client()) {
            Map<String, Setting> settings =
                    PulsarSettingsTest.resolve(VendorSettings.NONE).topic();
            new Namespaces(admin, settings).create("public/assay");
            assertThat(administration.puts())
                    .singleElement()
                    .asString()
                    .startsWith("/admin/v2/namespaces/public/assay {")
                    .contains("\"properties\":{\"created-by\":\"assay\"}");
        }
    }
}
