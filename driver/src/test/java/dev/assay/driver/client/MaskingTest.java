package dev.assay.driver.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MaskingTest {
    @Test
    void onlyTheValueOfASecretIsHidden() {
        assertThat(Masking.shown("ssl.truststore.password", "hunter2")).isEqualTo(Masking.HIDDEN);
        assertThat(Masking.shown("ssl.truststore.type", "PKCS12")).isEqualTo("PKCS12");
    }

    @Test
    void thatThereIsNoSecretIsShown() {
        assertThat(Masking.shown("authParams", "")).isEmpty();
    }
}
