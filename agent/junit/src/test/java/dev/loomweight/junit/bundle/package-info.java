/** Used while the artifact is built: packs what the judge needs. */
@NullMarked
package dev.loomweight.junit.bundle;

import org.jspecify.annotations.NullMarked;
