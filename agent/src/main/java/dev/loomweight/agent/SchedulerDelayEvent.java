package dev.loomweight.agent;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** What the probe measured in a second. In every recording of the JVM, unless its settings switch it off. */
@Name("dev.loomweight.SchedulerDelay")
@Label("Virtual Thread Scheduler Delay")
@Description("How long a virtual thread that became ready waited for a carrier, measured some dozens of times a second")
@Category({"Loomweight"})
@StackTrace(false)
final class SchedulerDelayEvent extends Event {

    @Label("Period")
    @Description("From one measurement to the next")
    @Timespan(Timespan.NANOSECONDS)
    long period;

    @Label("Delays")
    @Description("How many delays ended since the event before")
    long count;

    @Label("Sum")
    @Timespan(Timespan.NANOSECONDS)
    long sum;

    @Label("Longest")
    @Timespan(Timespan.NANOSECONDS)
    long max;

    @Label("Longest Open")
    @Description("How long the virtual thread has been waiting at the time of the event; 0 if it runs")
    @Timespan(Timespan.NANOSECONDS)
    long open;

    @Label("Lateness")
    @Description("How late the platform thread was at most, which counts as no delay of the scheduler")
    @Timespan(Timespan.NANOSECONDS)
    long late;

    @Label("Histogram")
    @Description("Lower bounds in microseconds and numbers: 48:97 1024:3")
    @Nullable
    String histogram;

    @Label("Alarm")
    @Description("If an alarm was raised since the event before: what sat on each carrier")
    @Nullable
    String alarm;
}
