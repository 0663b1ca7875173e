/** What runs inside an application: a rolling capture, live figures by HTTP and JMX, a line in the log for what pins. */
@NullMarked
package dev.loomweight.agent;

import org.jspecify.annotations.NullMarked;
