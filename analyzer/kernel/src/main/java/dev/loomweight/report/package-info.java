/** Reports: blocks of typed cells, findings, and the one formatter of amounts. Knows no output format. */
@NullMarked
package dev.loomweight.report;

import org.jspecify.annotations.NullMarked;
