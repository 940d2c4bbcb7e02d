/** What every driver must do, as tests: a driver's module extends {@link dev.assay.driver.contract.DriverContract}. */
@NullMarked
package dev.assay.driver.contract;

import org.jspecify.annotations.NullMarked;
