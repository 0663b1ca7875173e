/** The tokens of a query in SQL. */
@NullMarked
package dev.loomweight.query.sql;

import org.jspecify.annotations.NullMarked;
