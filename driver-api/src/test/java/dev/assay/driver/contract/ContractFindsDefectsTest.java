package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A contract that no driver can fail would prove nothing: each defect is found by the test that is meant to. */
class ContractFindsDefectsTest {
    /** The contract over the small driver with a defect, run by hand. */
    private static final class Broken extends SmallDriverContractTest {
        private final Defect defect;

        Broken(Defect defect) {
            this.defect = defect;
        }

        @Override
        public Patience patience() {
            return new Patience(Duration.ofMillis(1_500));
        }

        @Override
        public DriverProvider driverProvider() {
            DriverProvider inner = super.driverProvider();
            return new DriverProvider() {
                @Override
                public String system() {
                    return inner.system();
                }

                @Override
                public String client() {
                    return inner.client();
                }

                @Override
                public Driver open(DriverConfig config) throws DriverException {
                    return new BrokenDriver(inner.open(config), defect);
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void theContractFails(Defect defect) throws Exception {
        Broken contract = new Broken(defect);
        contract.openSession();
        try {
            assertThatThrownBy(() -> defect.test().run(contract))
                    .as("the contract over a driver that %s", defect)
                    .isNotInstanceOf(NullPointerException.class)
                    .hasStackTraceContaining(defect.complaint());
        } finally {
            contract.closeSession();
        }
    }
}
