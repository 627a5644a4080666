package io.hopwright.models.program.language;

import io.hopwright.models.program.Group;
import io.hopwright.models.program.Operation;
import java.util.function.UnaryOperator;

/** Group of a collective, as a program writes it. Immutable. */
public sealed interface GroupExpression {
  /** Stores the members in an operation of the rank whose memory begins at {@code at}. */
  void tell(long[] state, int at, Operation operation);

  /** Returns this with what {@code binding} knows put in. */
  GroupExpression bind(Binding binding);

  /** Returns whether a random number is in it. */
  default boolean draws() {
    return false;
  }

  /** Returns this with what {@code change} makes of its expressions, from the first to the last. */
  default GroupExpression with(UnaryOperator<Expression> change) {
    return this;
  }

  /** Equal lists of ranks are equal words: those in a row are blocks of one. */
  private static void tell(Operation operation, long group, long blocks) {
    operation.group(group, Group.areInARow(group, blocks) ? Group.blocks(1, 1) : blocks);
  }

  /** All ranks. */
  record World(int ranks) implements GroupExpression {
    @Override
    public void tell(long[] state, int at, Operation operation) {
      operation.group(Group.of(0, ranks), Group.blocks(1, 1));
    }

    @Override
    public GroupExpression bind(Binding binding) {
      return new World(binding.ranks());
    }
  }

  /** Ranks that differ from this rank in one dimension only, or in all dimensions except one. */
  record InGrid(
      TextPosition place,
      boolean line,
      int grid,
      String name,
      RankGrid layout,
      Expression dimension)
      implements GroupExpression {
    @Override
    public void tell(long[] state, int at, Operation operation) {
      final int d = Expression.OfGrid.dimension(place, name, layout, dimension.value(state, at));
      final int rank = RankMemory.rank(state, at);
      final int mine = layout.coordinate(rank, d) * layout.stride(d);
      if (line) {
        GroupExpression.tell(
            operation, Group.of(rank - mine, layout.extent(d)), Group.blocks(1, layout.stride(d)));
      } else {
        GroupExpression.tell(
            operation,
            Group.of(mine, layout.ranks() / layout.extent(d)),
            Group.blocks(layout.stride(d), layout.stride(d) * layout.extent(d)));
      }
    }

    @Override
    public GroupExpression bind(Binding binding) {
      return new InGrid(
          place, line, grid, name, binding.grids().get(grid), dimension.bind(binding));
    }

    @Override
    public boolean draws() {
      return dimension.draws();
    }

    @Override
    public GroupExpression with(UnaryOperator<Expression> change) {
      return new InGrid(place, line, grid, name, layout, change.apply(dimension));
    }
  }

  /** Equidistant ranks. */
  record Ranks(TextPosition place, Expression first, Expression count, Expression step, int ranks)
      implements GroupExpression {
    @Override
    public void tell(long[] state, int at, Operation operation) {
      final long from = first.value(state, at);
      final long members = count.value(state, at);
      final long apart = step.value(state, at);
      if (members < 1 || members > ranks) {
        throw new RankFailure(place, "the group has " + members + " members; use 1 to " + ranks);
      }
      if (members > 1 && (apart == 0 || apart <= -ranks || apart >= ranks)) {
        throw new RankFailure(place, "a step of " + apart + " leads to no other rank");
      }
      final long last = members == 1 ? from : from + (members - 1) * apart;
      if (from < 0 || from >= ranks || last < 0 || last >= ranks) {
        throw new RankFailure(
            place,
            "the group has ranks " + from + " to " + last + "; use ranks 0 to " + (ranks - 1));
      }
      GroupExpression.tell(
          operation,
          Group.of((int) from, (int) members),
          Group.blocks(1, members == 1 ? 1 : (int) apart));
    }

    @Override
    public GroupExpression bind(Binding binding) {
      return new Ranks(
          place, first.bind(binding), count.bind(binding), step.bind(binding), binding.ranks());
    }

    @Override
    public boolean draws() {
      return first.draws() || count.draws() || step.draws();
    }

    @Override
    public GroupExpression with(UnaryOperator<Expression> change) {
      final Expression one = change.apply(first);
      final Expression many = change.apply(count);
      return new Ranks(place, one, many, change.apply(step), ranks);
    }
  }
}
