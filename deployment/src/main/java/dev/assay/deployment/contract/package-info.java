/** What every deployment must do, as tests: a system's module extends {@link dev.assay.deployment.contract.FaultsContract}. */
@NullMarked
package dev.assay.deployment.contract;

import org.jspecify.annotations.NullMarked;
