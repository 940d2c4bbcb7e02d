/** Keys and certificates for tests of what talks TLS. */
@NullMarked
package dev.assay.testkit.tls;

import org.jspecify.annotations.NullMarked;
